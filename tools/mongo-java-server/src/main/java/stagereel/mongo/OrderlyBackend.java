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
 * A backend in which collections and indexes come and go one at a time, with nothing else going on: the library's lists of them are
 * not made for several threads, and services that start together define theirs together.
 */
final class OrderlyBackend extends H2Backend {
    private static final Set<String> DEFINING =
            Set.of("create", "createIndexes", "drop", "dropDatabase", "dropIndexes", "renameCollection");

    private final ReadWriteLock definitions = new ReentrantReadWriteLock();

    OrderlyBackend(MVStore store) {
        super(store);
    }

    @Override
    public Document handleMessage(MongoMessage message) {
        boolean isDefining = DEFINING.contains(message.getDocument().keySet().iterator().next());
        Lock lock = isDefining ? definitions.writeLock() : definitions.readLock();
        lock.lock();
        try {
            return super.handleMessage(message);
        } finally {
            lock.unlock();
        }
    }
}
