package stagereel.mongo;

import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The file with all collections and indexes, each of which is a map with a name. */
final class StoreFile {
    /** Follows the name of the collection in the name of an index. */
    static final String INDEX = "._index_";

    /** A map without entries. It exists if the indexes are sorted as StoredType compares their keys. */
    private static final String SORTED = "sorted";

    private static final int COMMIT_DELAY_MS = 5;

    private StoreFile() {}

    static MVStore open(String path) {
        sortIndexes(path);
        MVStore store = new MVStore.Builder().fileName(path).open();
        // By default, it commits once a second, so a kill would lose up to a second of writes.
        store.setAutoCommitDelay(COMMIT_DELAY_MS);
        return store;
    }

    @SuppressWarnings("unchecked")
    static <K, V> MVMap<K, V> openMap(MVStore store, String name) {
        MVMap.Builder<Object, Object> stored = new MVMap.Builder<>();
        stored.keyType(StoredType.INSTANCE).valueType(StoredType.INSTANCE);
        return (MVMap<K, V>) store.openMap(name, stored);
    }

    /** Earlier versions sorted indexes in another way. All are sorted again in one commit, so that a kill loses nothing. */
    private static void sortIndexes(String path) {
        try (MVStore store = new MVStore.Builder().fileName(path).autoCommitDisabled().open()) {
            if (store.hasMap(SORTED)) {
                return;
            }
            for (String name : store.getMapNames()) {
                if (name.contains(INDEX)) {
                    MVMap<Object, Object> index = openMap(store, name);
                    List<Map.Entry<Object, Object>> entries = List.copyOf(index.entrySet());
                    index.clear();
                    entries.forEach(entry -> index.put(entry.getKey(), entry.getValue()));
                }
            }
            store.openMap(SORTED);
            store.commit();
        }
    }
}
