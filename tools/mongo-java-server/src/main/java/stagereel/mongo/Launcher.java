package stagereel.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import java.util.List;
import org.h2.mvstore.MVStore;

/** Serves one store file on 127.0.0.1 until SIGTERM. Arguments: port, path of the store file. */
public final class Launcher {
    private static final int COMMIT_DELAY_MS = 5;

    private Launcher() {}

    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("usage: java -jar mongo-java-server.jar <port> <store file>");
            System.exit(2);
        }
        int port = Integer.parseInt(args[0]);

        // The backend's own constructor commits once a second, so a kill would lose up to a second of writes.
        MVStore store = new MVStore.Builder().fileName(args[1]).open();
        store.setAutoCommitDelay(COMMIT_DELAY_MS);
        StoreBackend backend = new StoreBackend(store);
        backend.version(new Version());

        MongoServer server = new MongoServer(backend);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow, "stop"));
        server.bind("127.0.0.1", port);
        System.out.println("listening on 127.0.0.1:" + port);
    }

    /** The oldest wire version that current drivers accept. */
    private static final class Version implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(4, 4, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 9;
        }
    }
}
