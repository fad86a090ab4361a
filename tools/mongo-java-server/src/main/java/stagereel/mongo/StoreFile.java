package stagereel.mongo;

import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The file with all collections and indexes, each of which is a map with a name. */
final class StoreFile {
    /** In the name of an index's map, between the name of the collection and that of the index. */
    static final String INDEX = "._index_";

    /** The name of an empty map: once it exists, the keys of all indexes are in the order of StoredType. */
    private static final String SORTED = "sorted";

    private static final int COMMIT_DELAY_MS = 5;

    private StoreFile() {}

    static MVStore open(String path) {
        sortIndexes(path);
        MVStore store = new MVStore.Builder().fileName(path).open();
        // By default, the store commits once a second, so a kill would lose up to a second of writes.
        store.setAutoCommitDelay(COMMIT_DELAY_MS);
        return store;
    }

    @SuppressWarnings("unchecked")
    static <K, V> MVMap<K, V> openMap(MVStore store, String name) {
        MVMap.Builder<Object, Object> stored = new MVMap.Builder<>();
        stored.keyType(StoredType.INSTANCE).valueType(StoredType.INSTANCE);
        return (MVMap<K, V>) store.openMap(name, stored);
    }

    /**
     * Before StoredType, the keys of indexes had another order. Sorts those of an older file, in one commit: if the process ends before it, the file is
     * as it was.
     */
    private static void sortIndexes(String path) {
        MVStore store = new MVStore.Builder()
                .fileName(path)
                .autoCommitDisabled()
                .autoCommitBufferSize(0)
                .open();
        if (!store.hasMap(SORTED)) {
            store.getMapNames().stream()
                    .filter(name -> name.contains(INDEX))
                    .forEach(name -> sort(openMap(store, name)));
            store.openMap(SORTED);
            store.commit();
        }
        // A normal close would commit, too.
        store.closeImmediately();
    }

    private static void sort(MVMap<Object, Object> index) {
        List<Map.Entry<Object, Object>> entries = List.copyOf(index.entrySet());
        index.clear();
        entries.forEach(entry -> index.put(entry.getKey(), entry.getValue()));
    }
}
