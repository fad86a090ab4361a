import type { Connection } from 'mongoose';
import type { Logger } from '../telemetry/logger.ts';
import { isTracing, traceCommands } from '../telemetry/tracing.ts';

export type MongoConfig = { MONGODB_URL: string; NAMESPACE: string };
type MongoOptions = {
  config: MongoConfig;
  logger: Logger;
  /** Whose database it is. */
  service: string;
  /** In the server's logs and its list of connections. */
  appName?: string;
};

export const databaseName = ({ NAMESPACE }: Pick<MongoConfig, 'NAMESPACE'>, service: string): string => `${NAMESPACE}-${service}`;

/** How long an operation waits for a server. Shorter than the time limit of a handler, so that a request is answered with the reason. */
const SERVER_SELECTION_MS = 8000;

/**
 * Opens the service's own database. Every write waits for the majority and the journal, because a lost write could lose a paid order.
 * @throws when no server is found within 8 s
 */
export const connectMongo = async ({ config, logger, service, appName }: MongoOptions): Promise<Connection> => {
  // Imported here, so that a service without a database does not load the driver.
  const { default: mongoose } = await import('mongoose');
  const connection = mongoose.createConnection(config.MONGODB_URL, {
    dbName: databaseName(config, service),
    ...(appName !== undefined && { appName }),
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    // While the database is away, an operation waits in the driver and not in Mongoose, whose waiting has a time limit and an error of its own.
    bufferCommands: false,
    writeConcern: { w: 'majority', journal: true },
    autoIndex: true,
    sanitizeFilter: false,
    ...(isTracing() && { monitorCommands: true }),
  });
  if (isTracing()) traceCommands(connection);
  connection.on('error', (err) => logger.error({ err }, 'MongoDB connection error'));
  const warn = () => logger.warn('MongoDB disconnected');
  connection.on('disconnected', warn);
  // Closed on purpose.
  connection.once('disconnecting', () => connection.off('disconnected', warn));
  return await connection.asPromise();
};

/** Sends a command to the server, because the driver's own state can be outdated. */
export const pingMongo = async (connection: Connection): Promise<void> => {
  if (!connection.db) throw new Error('MongoDB is not connected');
  await connection.db.admin().ping();
};

const DUPLICATE_KEY = 11_000;

/** True for a write that a unique index rejected; with `field`, only if the index is on that field. */
export const isDuplicateKey = (error: unknown, field?: string): boolean => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== DUPLICATE_KEY) return false;
  return field === undefined || error.message.includes(field);
};
