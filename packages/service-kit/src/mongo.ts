import mongoose, { type Connection } from 'mongoose';
import type { Logger } from './logger.ts';
import { closeEndedSockets } from './mongo-sockets.ts';

type MongoOptions = { config: { MONGODB_URL: string; MONGODB_DATABASE: string }; logger: Logger };

/**
 * Opens a service's own database. Writes are acknowledged by the majority and journalled, because they are money and promises.
 * @throws after 10 s without a server
 */
export const connectMongo = async ({ config, logger }: MongoOptions): Promise<Connection> => {
  const stopClosing = closeEndedSockets(() => connection.getClient()?.options.hosts ?? []);
  const connection = mongoose.createConnection(config.MONGODB_URL, {
    dbName: config.MONGODB_DATABASE,
    serverSelectionTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true },
    autoIndex: true,
    sanitizeFilter: false,
  });
  connection.on('error', (err) => logger.error({ err }, 'mongo connection error'));
  connection.on('disconnected', () => logger.warn('mongo disconnected'));
  connection.on('close', stopClosing);
  try {
    return await connection.asPromise();
  } catch (error) {
    stopClosing();
    throw error;
  }
};

/** Asks the server itself. */
export const pingMongo = async (connection: Connection): Promise<void> => {
  if (!connection.db) throw new Error('mongo is not connected');
  await connection.db.admin().ping();
};

const DUPLICATE_KEY = 11_000;

/** True for a write that a unique index refused; with a field, only when that field's index did. */
export const isDuplicateKey = (error: unknown, field?: string): boolean => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== DUPLICATE_KEY) return false;
  return field === undefined || error.message.includes(field);
};
