package stagereel.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import java.util.List;

/** Serves one store file on 127.0.0.1 until SIGTERM. Arguments: port, path of the store file. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("usage: java -jar mongo-java-server.jar <port> <store file>");
            System.exit(2);
        }
        int port = Integer.parseInt(args[0]);

        StoreBackend backend = new StoreBackend(StoreFile.open(args[1]));
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
