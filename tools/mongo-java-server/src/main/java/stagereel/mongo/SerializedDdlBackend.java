package stagereel.mongo;

import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;

/**
 * A backend that creates and drops collections and indexes one at a time, while no other command runs. The library's lists of them are
 * not thread-safe, and services that start together create theirs at the same time.
 */
final class SerializedDdlBackend extends H2Backend {
    private static final Set<String> DDL_COMMANDS =
            Set.of("create", "createIndexes", "drop", "dropDatabase", "dropIndexes", "renameCollection");

    private final ReadWriteLock ddlLock = new ReentrantReadWriteLock();

    SerializedDdlBackend(MVStore store) {
        super(store);
    }

    @Override
    public Document handleMessage(MongoMessage message) {
        boolean isDdl = DDL_COMMANDS.contains(message.getDocument().keySet().iterator().next());
        Lock lock = isDdl ? ddlLock.writeLock() : ddlLock.readLock();
        lock.lock();
        try {
            return super.handleMessage(message);
        } finally {
            lock.unlock();
        }
    }
}
