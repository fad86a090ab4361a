package stagereel.mongo;

import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ObjectDataType;

/**
 * How documents, their ids and the keys of unique indexes are stored and compared. The store's own type uses Java serialization, also to compare the keys
 * of indexes, which took most of the CPU time of the server. Here, it stores only values of further types, reads those of
 * older files, and compares single values, which needs no serialization for the usual types.
 */
final class StoredType extends BasicDataType<Object> {
    static final StoredType INSTANCE = new StoredType();

    // The first byte of a stored value tells its form. The store's own type never begins with a negative one.
    private static final byte DOCUMENT = -1;
    private static final byte OBJECT_ID = -2;
    private static final byte INDEX_KEY = -3;
    private static final byte STRING = -4;

    private static final int OBJECT_ID_BYTES = 12;
    /** Estimated bytes in memory that a document takes for each byte of its BSON. The store splits pages and commits by such estimates. */
    private static final int MEMORY_PER_BSON_BYTE = 4;
    /** The same for any other value, in bytes. */
    private static final int MEMORY_PER_VALUE = 500;

    /**
     * The store's own type, once for each thread: it remembers the type of the last value, so threads that shared it would now and then compare values as if
     * they had another type.
     */
    private static final ThreadLocal<ObjectDataType> STORES_OWN = ThreadLocal.withInitial(ObjectDataType::new);

    private StoredType() {}

    @Override
    public void write(WriteBuffer buffer, Object value) {
        if (value instanceof Document document) {
            ByteBuf bson = bsonOf(document);
            buffer.put(DOCUMENT).putVarInt(bson.readableBytes()).put(bson.nioBuffer());
        } else if (value instanceof ObjectId id) {
            buffer.put(OBJECT_ID).put(id.toByteArray());
        } else if (value instanceof KeyValue key) {
            buffer.put(INDEX_KEY).putVarInt(key.size());
            key.forEach(each -> write(buffer, each));
        } else if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            buffer.put(STRING).putVarInt(bytes.length).put(bytes);
        } else {
            STORES_OWN.get().write(buffer, value);
        }
    }

    @Override
    public Object read(ByteBuffer buffer) {
        byte form = buffer.get(buffer.position());
        if (form >= 0) {
            return STORES_OWN.get().read(buffer);
        }
        buffer.get();
        return switch (form) {
            case DOCUMENT -> BsonDecoder.decodeBson(Unpooled.wrappedBuffer(readBytes(buffer, DataUtils.readVarInt(buffer))));
            case OBJECT_ID -> new ObjectId(readBytes(buffer, OBJECT_ID_BYTES));
            case INDEX_KEY -> readIndexKey(buffer);
            case STRING -> new String(readBytes(buffer, DataUtils.readVarInt(buffer)), StandardCharsets.UTF_8);
            default -> throw new IllegalStateException("A stored value has the unknown form " + form);
        };
    }

    @Override
    public int compare(Object left, Object right) {
        if (!(left instanceof KeyValue a) || !(right instanceof KeyValue b)) {
            return STORES_OWN.get().compare(left, right);
        }
        ObjectDataType type = STORES_OWN.get();
        for (int index = 0; index < Math.min(a.size(), b.size()); index++) {
            int order = type.compare(a.get(index), b.get(index));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    @Override
    public int getMemory(Object value) {
        return value instanceof Document document
                ? MEMORY_PER_BSON_BYTE * bsonOf(document).readableBytes()
                : MEMORY_PER_VALUE;
    }

    @Override
    public Object[] createStorage(int size) {
        return new Object[size];
    }

    private static ByteBuf bsonOf(Document document) {
        ByteBuf bson = Unpooled.buffer();
        BsonEncoder.encodeDocument(document, bson);
        return bson;
    }

    private KeyValue readIndexKey(ByteBuffer buffer) {
        List<Object> values = new ArrayList<>();
        for (int left = DataUtils.readVarInt(buffer); left > 0; left--) {
            values.add(read(buffer));
        }
        return new KeyValue(values);
    }

    private static byte[] readBytes(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }
}
