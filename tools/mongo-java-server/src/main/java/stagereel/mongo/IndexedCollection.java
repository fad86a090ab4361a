package stagereel.mongo;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import org.h2.mvstore.MVMap;

/**
 * A collection that uses a unique index for every query that contains its keys, and checks the other conditions on what the index finds. The library uses
 * an index only for a query without other conditions. For all others it reads the whole collection, and so would every conditional write of a service.
 */
final class IndexedCollection extends H2Collection {
    IndexedCollection(
            MongoDatabase database,
            String name,
            CollectionOptions options,
            MVMap<Object, Document> documents,
            MVMap<String, Object> metadata,
            CursorRegistry cursors) {
        super(database, name, options, documents, metadata, cursors);
    }

    @Override
    protected QueryResult queryDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        for (Index<Object> index : getIndexes()) {
            Document indexed = withKeysOf(index, query);
            if (index.canHandle(indexed)) {
                return matchDocuments(query, index.getPositions(indexed), orderBy, skip, limit, batchSize, fields);
            }
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
    }

    private static Document withKeysOf(Index<Object> index, Document query) {
        Document indexed = new Document();
        for (IndexKey key : index.getKeys()) {
            if (query.containsKey(key.getKey())) {
                indexed.put(key.getKey(), query.get(key.getKey()));
            }
        }
        return indexed;
    }
}
