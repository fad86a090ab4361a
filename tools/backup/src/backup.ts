import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { EventEnvelope } from '@stagereel/contracts';
import { readRecentEvents, recordEvents } from '@stagereel/service-kit';
import { openStorage } from '../../../services/media/src/adapters/open-storage.ts';
import { dumpDatabases, type MongoClient, openMongo, readDocuments } from './dump.ts';
import { noteErasures } from './erasures.ts';
import { withLock } from './lock.ts';
import { folderOf, type Manifest, requireBackups, toBackupId, writeManifest } from './manifest.ts';
import { createMediaCopier, type MediaRecord } from './media-files.ts';
import { requireBytes, type Target, writeHashed } from './place/target.ts';
import { Refusal } from './refusal.ts';
import { applyRetention, type Retention } from './retention.ts';
import type { Settings } from './settings.ts';
import { unzip } from './unzip.ts';

type Input = { settings: Settings; target: Target; retention: Retention; shopVersion: string; log: (line: string) => void };

/** So long before a backup its events are published again by a restore. */
const REPEATED_BEFORE_MS = 3_600_000;

/**
 * Makes a backup while the shop runs. Media files are copied first, as that takes longest; then the databases are read, then the few files that came
 * meanwhile. So each medium of the dump has its files. The manifest is written last.
 */
export const backUp = async (input: Input): Promise<Manifest> => {
  const { settings, target } = input;
  const mongo = await openMongo(settings.mongodbUrl);
  try {
    await requireShop(mongo, settings);
    await requireBackups(target, { mayBeEmpty: true });
    return await withLock(target, () => writeBackup({ ...input, mongo }));
  } finally {
    await mongo.close();
  }
};

const writeBackup = async ({ mongo, settings, target, retention, shopVersion, log }: Input & { mongo: MongoClient }): Promise<Manifest> => {
  const startedAt = new Date();
  const id = toBackupId(startedAt);
  const folder = folderOf(id);
  const database = settings.databaseOf('media');
  const isRecording = await recordEvents(settings.broker);
  const { storage } = await openStorage(settings.media);
  const copyMedia = await createMediaCopier({ storage, target, mongo, database });
  const early = await copyMedia(mongo.db(database).collection<MediaRecord>('media').find({}));

  const dumpStartedAt = new Date();
  const dump = await dumpDatabases({ mongo, target, folder, databaseOf: settings.databaseOf });
  const dumpEndedAt = new Date();
  const since = new Date(isRecording ? dumpStartedAt.getTime() - REPEATED_BEFORE_MS : startedAt.getTime());
  const events = (await readRecentEvents(settings.broker)).filter(({ occurredAt }) => Date.parse(occurredAt) >= since.getTime());
  const records = readDocuments(unzip(await requireBytes(target, `${folder}dump/${database}/media.bson.gz`)), { isExact: false });
  const { media, deletedMedia, damagedMedia, copied } = await copyMedia(records as AsyncGenerator<never>);
  const manifest: Manifest = {
    format: 1,
    id,
    shopVersion,
    startedAt: startedAt.toISOString(),
    dumpStartedAt: dumpStartedAt.toISOString(),
    dumpEndedAt: dumpEndedAt.toISOString(),
    endedAt: new Date().toISOString(),
    databases: dump.databases,
    files: [...dump.files, await writeEvents({ target, folder, events })],
    events: { count: events.length, since: since.toISOString() },
    media,
    deletedMedia,
    damagedMedia,
    erasures: await noteErasures({ target, folder, database: settings.databaseOf('identity') }),
  };
  await writeManifest(target, manifest);
  log(summary({ manifest, copied: [...early.copied, ...copied] }));
  if (!isRecording) log('The broker records events from now on. This first backup has no events of the hour before it.');
  const removed = await applyRetention(target, retention);
  log(`Retention: ${removed.backups} backups and ${removed.files} media files were deleted.`);
  return manifest;
};

export const EVENTS_FILE = 'events.ndjson.gz';

const writeEvents = async ({ target, folder, events }: { target: Target; folder: string; events: readonly EventEnvelope[] }) => {
  const lines = Readable.from(events.map((event) => `${JSON.stringify(event)}\n`));
  const bytes = lines.compose(createGzip()) as AsyncIterable<Uint8Array>;
  return { name: EVENTS_FILE, ...(await writeHashed(target, { name: `${folder}${EVENTS_FILE}`, bytes })) };
};

/** A wrong address must not push good backups out. @throws Refusal */
const requireShop = async (mongo: MongoClient, settings: Settings): Promise<void> => {
  const name = settings.databaseOf('identity');
  const users = await mongo.db(name).collection('users').estimatedDocumentCount();
  if (users === 0) throw new Refusal(`The database ${name} has no users, so this is not a shop: check the address of MongoDB.`);
};

const summary = ({ manifest, copied }: { manifest: Manifest; copied: readonly { size: number }[] }): string => {
  const documents = manifest.databases.flatMap(({ collections }) => collections).reduce((sum, { documents }) => sum + documents, 0);
  const bytes = (files: readonly { size: number }[]) => `${Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024)} KiB`;
  return [
    `Backup ${manifest.id} is complete: ${documents} documents (${bytes(manifest.files)}), ${manifest.events.count} events,`,
    `${manifest.media.length} media files (${bytes(manifest.media)}), of which ${copied.length} are new (${bytes(copied)}).`,
    `It contains what was stored before ${manifest.dumpStartedAt}.`,
  ].join('\n');
};
