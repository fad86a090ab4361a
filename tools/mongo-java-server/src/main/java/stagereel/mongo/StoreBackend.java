package stagereel.mongo;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;

/**
 * The library's backend with three differences. Its collections find and return documents as IndexedCollection describes. Documents and indexes are stored
 * as StoredType describes. And it creates and drops collections and indexes one at a time, while no other command runs: the library's lists of them are
 * not thread-safe, and services that start together create theirs at the same time.
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
            protected Index<Object> openOrCreateUniqueIndex(
                    String collectionName, String indexName, List<IndexKey> keys, boolean sparse) {
                // The library then uses this map, because it is open. Names of maps must be those of the library: it drops and renames by name.
                StoreFile.openMap(getMvStore(), databaseName + "." + collectionName + StoreFile.INDEX + indexName);
                return super.openOrCreateUniqueIndex(collectionName, indexName, keys, sparse);
            }

            @Override
            protected MongoCollection<Object> openOrCreateCollection(String collectionName, CollectionOptions options) {
                String fullName = databaseName + "." + collectionName;
                return new IndexedCollection(
                        this,
                        collectionName,
                        options,
                        StoreFile.openMap(getMvStore(), "databases." + fullName),
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
