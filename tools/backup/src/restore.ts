import { randomUUID } from 'node:crypto';
import { contestDeleted, type EventEnvelope, eventEnvelopeSchema } from '@stagereel/contracts';
import { connectMessaging, connectRedis, createLogger, keyPrefix, listConsumedQueues } from '@stagereel/service-kit';
import { openStorage } from '../../../services/media/src/adapters/open-storage.ts';
import type { Storage } from '../../../services/media/src/domain/storage/storage.ts';
import { EVENTS_FILE } from './backup.ts';
import { type MongoClient, openMongo } from './dump.ts';
import { findErasedAddresses, selectMissedErasures } from './erasures.ts';
import { folderOf, type Manifest } from './manifest.ts';
import { filesOf, readMediaRecords, restoreFile } from './media-files.ts';
import { findUnknownPayments, paymentTable } from './payments.ts';
import { requireBytes, type Target } from './place/target.ts';
import { Refusal } from './refusal.ts';
import {
  dropDatabases,
  findUnfinished,
  findUsed,
  markedDatabase,
  markFinished,
  markUnfinished,
  markWritten,
  restoreDatabases,
} from './restore-databases.ts';
import type { Settings } from './settings.ts';
import { unzip } from './unzip.ts';
import { selectBackup, verifyBackup } from './verify.ts';

type Input = { settings: Settings; target: Target; id: string | undefined; log: (line: string) => void };

/**
 * Writes a backup into empty databases and an empty storage, while no service runs. An interrupted restore is started again by the same command.
 * @returns whether everything was restored and compared
 */
export const restore = async ({ settings, target, id, log }: Input): Promise<boolean> => {
  const { manifest, all, unreadable } = await selectBackup(target, id);
  for (const each of unreadable) log(`The manifest of the backup ${each} cannot be read. Erasures that only it knows are not repeated.`);
  const damaged = await verifyBackup(target, manifest);
  for (const { problem } of damaged) log(`${problem}: this media file cannot be restored.`);
  log(`The backup ${manifest.id} is complete${damaged.length === 0 ? ' and undamaged' : ''}.`);
  const folder = folderOf(manifest.id);
  const mongo = await openMongo(settings.mongodbUrl);
  try {
    const { storage } = await openStorage(settings.media);
    await requireStopped(settings);
    await writeAll({ mongo, storage, target, manifest, log, damaged: new Set(damaged.map(({ sha256 }) => sha256)) });
    log(`${await endSessions(settings)} sessions, counters and other keys in Redis were deleted. Everybody must sign in again.`);
    const erased = await findErasedAddresses({ target, manifest, folder }, selectMissedErasures(manifest, all));
    const events = [...(await readEvents({ target, manifest, folder })), ...erased];
    await publishEvents(settings, events);
    log(`${events.length} events were published again, of which ${erased.length} erase an address that was erased after this backup.`);
    await markFinished(mongo, manifest);
    for (const { mediaId, key, reason } of manifest.damagedMedia)
      log(`Medium ${mediaId} has no file ${key}: it was ${reason} when backed up.`);
    const isCompared = await reportPayments({ settings, mongo, manifest, log });
    return isCompared && damaged.length === 0 && manifest.damagedMedia.length === 0;
  } finally {
    await mongo.close();
  }
};

/** Compares the payments once more. */
export const comparePayments = async ({ settings, target, id, log }: Input): Promise<boolean> => {
  const { manifest } = await selectBackup(target, id);
  const mongo = await openMongo(settings.mongodbUrl);
  try {
    return await reportPayments({ settings, mongo, manifest, log });
  } finally {
    await mongo.close();
  }
};

type ReportInput = { settings: Settings; mongo: MongoClient; manifest: Manifest; log: Input['log'] };

const reportPayments = async ({ settings, mongo, manifest, log }: ReportInput): Promise<boolean> => {
  const retry = 'Run the command again with --payments.';
  const since = new Date(manifest.dumpStartedAt);
  try {
    const payments = await findUnknownPayments({ mongo, database: databaseNamed(manifest, 'orders'), stripe: settings.stripe, since });
    if (payments?.length === 0) log('Every successful payment at the card provider since the backup has an order.');
    else if (payments)
      log(`${payments.length} successful payments have no order. Refund them at the card provider:\n${paymentTable(payments)}`);
    else log(`STRIPE_SECRET_KEY is not set, so the payments since the backup were not compared. ${retry}`);
    return payments !== undefined;
  } catch (error) {
    log(`The payments could not be compared: ${error instanceof Error ? error.message : error}. ${retry}`);
    return false;
  }
};

/** @throws Refusal */
const requireStopped = async (settings: Settings): Promise<void> => {
  const consumed = await listConsumedQueues(settings.broker);
  if (consumed.length > 0)
    throw new Refusal(`The shop is running: ${consumed[0]} is being consumed. Stop all services first. Nothing was changed.`);
};

/** @throws Refusal */
const requireEmpty = async ({ mongo, storage, manifest }: { mongo: MongoClient; storage: Storage; manifest: Manifest }): Promise<void> => {
  const used = await findUsed(mongo, manifest);
  const advice = 'A restore needs empty databases and an empty storage. Nothing was changed.';
  if (used.length > 0) throw new Refusal(`These databases have data: ${used.join(', ')}. ${advice}`);
  for await (const { key } of storage.list()) throw new Refusal(`The storage of media has files, such as ${key}. ${advice}`);
};

const emptyStorage = async (storage: Storage): Promise<void> => {
  for await (const { key, handle } of storage.list()) await storage.abandon({ key, handle });
};

type WriteInput = {
  mongo: MongoClient;
  storage: Storage;
  target: Target;
  manifest: Manifest;
  damaged: ReadonlySet<string>;
  log: Input['log'];
};

/** Writes documents and files, unless an interrupted restore of the same backup has written all of them. @throws Refusal */
const writeAll = async (input: WriteInput): Promise<void> => {
  const { mongo, storage, target, manifest, log } = input;
  const unfinished = await findUnfinished(mongo, markedDatabase(mongo, manifest).databaseName);
  if (unfinished && unfinished.backup !== manifest.id)
    throw new Refusal(`A restore of the backup ${unfinished.backup} is unfinished. Repeat it with --backup ${unfinished.backup}.`);
  if (unfinished?.isWritten) return log('An interrupted restore had written the databases and media files. They stay as they are.');
  if (unfinished) {
    if ((await storage.readMark())?.id !== unfinished.storageId)
      throw new Refusal(
        'The storage of media is not the one into which the interrupted restore has written: check MEDIA_DIR and S3_BUCKET.',
      );
    await emptyStorage(storage);
    await dropDatabases(mongo, manifest);
    log('What an interrupted restore had written was deleted.');
  }
  await requireEmpty({ mongo, storage, manifest });
  // A new mark, so that the lost database and storage do not belong to these ones.
  const storageId = randomUUID();
  await storage.writeMark({ id: storageId, turn: 0 });
  await markUnfinished(mongo, manifest, storageId);
  await restoreDatabases({ mongo, target, folder: folderOf(manifest.id), manifest });
  const files = await restoreMedia(input);
  await mongo
    .db(databaseNamed(manifest, 'media'))
    .collection<{ _id: string }>('storageMarks')
    .replaceOne({ _id: 'storage' }, { storageId, turn: 0 }, { upsert: true });
  await markWritten(mongo, manifest);
  log(`The databases and ${files} media files were restored.`);
};

const restoreMedia = async ({ mongo, storage, target, manifest, damaged }: WriteInput): Promise<number> => {
  const present = new Set(manifest.media.map(({ sha256 }) => sha256));
  let restored = 0;
  for (const record of await readMediaRecords(mongo, databaseNamed(manifest, 'media'))) {
    for (const file of filesOf(record)) {
      if (!present.has(file.hash) || damaged.has(file.hash)) continue;
      await restoreFile({ storage, target }, file);
      restored += 1;
    }
  }
  return restored;
};

/** Deletes all keys of the shop in Redis. */
const endSessions = async ({ redis }: Settings): Promise<number> => {
  const logger = createLogger({ service: 'backup', level: 'error' });
  const client = await connectRedis({ config: redis, logger });
  const prefix = keyPrefix(redis);
  let deleted = 0;
  try {
    for await (const found of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
      const keys = (found as string[]).map((key) => key.slice(prefix.length));
      if (keys.length > 0) deleted += await client.del(keys);
    }
  } finally {
    client.disconnect();
  }
  return deleted;
};

type EventsInput = { target: Target; manifest: Manifest; folder: string };

/**
 * The events of the backup. A contest that was deleted while the databases were read may exist in the dump, so its media stay, and the deletion is
 * lost with everything else that happened after the backup began.
 */
const readEvents = async ({ target, manifest, folder }: EventsInput): Promise<EventEnvelope[]> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of unzip(await requireBytes(target, `${folder}${EVENTS_FILE}`))) pieces.push(piece);
  const lines = Buffer.concat(pieces).toString('utf8').split('\n').filter(Boolean);
  const events = lines.map((line): EventEnvelope => eventEnvelopeSchema.parse(JSON.parse(line)));
  return events.filter(({ type, occurredAt }) => type !== contestDeleted.type || occurredAt < manifest.dumpStartedAt);
};

const PUBLISHED_TOGETHER = 50;

const publishEvents = async ({ broker: { url, namespace } }: Settings, events: readonly EventEnvelope[]): Promise<void> => {
  const logger = createLogger({ service: 'backup', level: 'error' });
  const messaging = await connectMessaging({ config: { RABBITMQ_URL: url, NAMESPACE: namespace }, logger });
  try {
    for (let start = 0; start < events.length; start += PUBLISHED_TOGETHER) {
      await Promise.all(events.slice(start, start + PUBLISHED_TOGETHER).map(messaging.publish));
    }
  } finally {
    await messaging.stop();
  }
};

const databaseNamed = ({ databases }: Manifest, service: string): string => {
  const found = databases.find((database) => database.service === service);
  if (!found) throw new Refusal(`The backup is damaged: it has no database of ${service}.`);
  return found.name;
};
