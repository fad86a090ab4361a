import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { EventEnvelope } from '@stagereel/contracts';
import { readRecentEvents, recordEvents } from '@stagereel/service-kit';
import { openStorage } from '../../../services/media/src/adapters/open-storage.ts';
import { dumpDatabases, type MongoClient, openMongo, readDocuments } from './dump.ts';
import { noteErasures } from './erasures.ts';
import { withLock } from './lock.ts';
import { folderOf, type Manifest, removeBackup, requireBackups, toBackupId, writeManifest } from './manifest.ts';
import { createMediaCopier, readMediaRecords } from './media-files.ts';
import { requireBytes, type Target, writeHashed } from './place/target.ts';
import { Refusal } from './refusal.ts';
import { findUnfinished } from './restore-databases.ts';
import { applyRetention, type Retention, removeIncomplete } from './retention.ts';
import { SERVICES, type Settings } from './settings.ts';
import { unzip } from './unzip.ts';

type Input = { settings: Settings; target: Target; retention: Retention; shopVersion: string; log: (line: string) => void };

/**
 * Makes a backup while the shop runs. Media files are copied first, as that takes longest; then the databases are read, then the few files that came
 * meanwhile. So each medium of the dump has its files. The manifest is written last.
 */
export const backUp = async (input: Input): Promise<Manifest> => {
  const { settings, target, retention, log } = input;
  const mongo = await openMongo(settings.mongodbUrl);
  try {
    await requireShop(mongo, settings);
    await requireBackups(target, { mayBeEmpty: true });
    return await withLock(target, async () => {
      await removeIncomplete(target);
      const id = toBackupId(new Date());
      const manifest = await writeBackup({ ...input, mongo, id }).catch(async (error: unknown) => {
        // A full disk is not left full.
        await removeBackup(target, id).catch(() => undefined);
        throw error;
      });
      const removed = await applyRetention(target, retention);
      log(`Retention: ${removed.backups} backups and ${removed.files} media files were deleted.`);
      for (const each of removed.unreadable) log(`The manifest of the backup ${each} cannot be read, so no media files were deleted.`);
      return manifest;
    });
  } finally {
    await mongo.close();
  }
};

type WriteInput = Omit<Input, 'retention'> & { mongo: MongoClient; id: string };

const writeBackup = async ({ mongo, id, settings, target, shopVersion, log }: WriteInput): Promise<Manifest> => {
  const startedAt = new Date();
  const folder = folderOf(id);
  const database = settings.databaseOf('media');
  const isRecording = await recordEvents(settings.broker);
  const { storage } = await openStorage(settings.media);
  const copyMedia = await createMediaCopier({ storage, target, mongo, database });
  const early = await copyMedia(await readMediaRecords(mongo, database));

  const dumpStartedAt = new Date();
  const dump = await dumpDatabases({ mongo, target, folder, databaseOf: settings.databaseOf });
  const dumpEndedAt = new Date();
  const events = await readRecentEvents(settings.broker);
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
    events: { count: events.length },
    media,
    deletedMedia,
    damagedMedia,
    erasures: await noteErasures({ target, folder, database: settings.databaseOf('identity') }),
  };
  await writeManifest(target, manifest);
  log(summary({ manifest, copied: [...early.copied, ...copied] }));
  if (!isRecording) log('The broker records events from now on. This first backup has no events of the hour before it.');
  return manifest;
};

export const EVENTS_FILE = 'events.ndjson.gz';

const writeEvents = async ({ target, folder, events }: { target: Target; folder: string; events: readonly EventEnvelope[] }) => {
  const lines = Readable.from(events.map((event) => `${JSON.stringify(event)}\n`));
  const bytes = lines.compose(createGzip()) as AsyncIterable<Uint8Array>;
  return { name: EVENTS_FILE, ...(await writeHashed(target, { name: `${folder}${EVENTS_FILE}`, bytes })) };
};

/** A wrong address must not push good backups out, nor half a shop. @throws Refusal */
const requireShop = async (mongo: MongoClient, settings: Settings): Promise<void> => {
  if (await findUnfinished(mongo, settings.databaseOf(SERVICES[0])))
    throw new Refusal('A restore into this shop is unfinished: repeat the restore first. No backup was made.');
  for (const service of SERVICES) {
    const database = settings.databaseOf(service);
    if ((await mongo.db(database).listCollections().toArray()).length === 0)
      throw new Refusal(`The database ${database} does not exist: check the address of MongoDB and NAMESPACE.`);
  }
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
