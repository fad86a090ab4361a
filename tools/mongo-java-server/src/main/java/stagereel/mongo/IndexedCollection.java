package stagereel.mongo;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import org.h2.mvstore.MVMap;

/**
 * A collection that finds a document by a unique index if the query gives each field of the index as a string or a number, and then checks the other
 * conditions of the query on that document. The library uses an index only for a query without other conditions. For any other query, such as a
 * conditional write, it reads the whole collection. Queries return copies.
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
            Document values = valuesOf(index, query);
            if (index.canHandle(values)) {
                return matchDocuments(query, index.getPositions(values), orderBy, skip, limit, batchSize, fields);
            }
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
    }

    /**
     * Copies the documents, because an update changes what this method returns: the documents themselves would change while the store writes them to its
     * file, or while a response to another client is made from them.
     */
    @Override
    protected QueryResult createQueryResult(List<Document> found, int batchSize) {
        return super.createQueryResult(found.stream().map(Document::cloneDeeply).toList(), batchSize);
    }

    /**
     * The values of the index's fields in the query; without those that are no string or number, so that the index cannot handle the result. A sparse
     * index does not contain the documents that match null, and the library's indexes do not support every operator.
     */
    private static Document valuesOf(Index<Object> index, Document query) {
        Document values = new Document();
        for (IndexKey key : index.getKeys()) {
            Object value = query.get(key.getKey());
            if (value instanceof String || value instanceof Number) {
                values.put(key.getKey(), value);
            }
        }
        return values;
    }
}
