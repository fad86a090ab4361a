package stagereel.mongo;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;

/**
 * The library's backend with two differences. Its collections use unique indexes as IndexedCollection describes. And it creates and drops collections and
 * indexes one at a time, while no other command runs: the library's lists of them are not thread-safe, and services that start together create theirs
 * at the same time.
 */
final class StoreBackend extends H2Backend {
    private static final Set<String> DDL_COMMANDS =
            Set.of("create", "createIndexes", "drop", "dropDatabase", "dropIndexes", "renameCollection");

    private final ReadWriteLock ddlLock = new ReentrantReadWriteLock();

    StoreBackend(MVStore store) {
        super(store);
    }

    /** The library's constructor calls this method for each stored database, before `ddlLock` is set. */
    @Override
    protected MongoDatabase openOrCreateDatabase(String databaseName) {
        return new H2Database(databaseName, getMvStore(), getCursorRegistry()) {
            @Override
            protected MongoCollection<Object> openOrCreateCollection(String collectionName, CollectionOptions options) {
                // The names must be those of the library, which drops and renames the maps by name.
                String fullName = databaseName + "." + collectionName;
                return new IndexedCollection(
                        this,
                        collectionName,
                        options,
                        getMvStore().openMap("databases." + fullName),
                        getMvStore().openMap("meta." + fullName),
                        cursorRegistry);
            }
        };
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
