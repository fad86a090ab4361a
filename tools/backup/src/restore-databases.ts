import mongoose from 'mongoose';
import { type MongoClient, type Raw, readDocuments } from './dump.ts';
import type { Manifest } from './manifest.ts';
import { requireBytes, type Target } from './place/target.ts';
import { Refusal } from './refusal.ts';
import { unzip } from './unzip.ts';

const { BSON } = mongoose.mongo;
type IndexDescription = Parameters<ReturnType<ReturnType<MongoClient['db']>['collection']>['createIndexes']>[0][number];
type Metadata = { options: Record<string, unknown>; indexes: (IndexDescription & { name: string; v?: unknown; ns?: unknown })[] };

/**
 * Exists while a restore is unfinished. Until `isWritten`, the databases hold nothing but its half-written copy, which the next restore of the same backup
 * deletes. Afterwards nothing is deleted any more: somebody may have started the shop.
 */
const UNFINISHED = 'restoreInProgress';
const BATCH = 500;

type Restored = Pick<Manifest, 'databases'>;

/** The databases of this restore that contain documents. */
export const findUsed = async (mongo: MongoClient, { databases }: Restored): Promise<string[]> => {
  const used: string[] = [];
  for (const { name } of databases) {
    for (const { name: collection } of await mongo.db(name).listCollections().toArray()) {
      if (collection.startsWith('system.') || !(await mongo.db(name).collection(collection).findOne())) continue;
      used.push(name);
      break;
    }
  }
  return used;
};

export const markedDatabase = (mongo: MongoClient, { databases: [first] }: Restored) => {
  if (!first) throw new Refusal('The backup is damaged: it contains no database.');
  return mongo.db(first.name);
};

/** `storageId`: the mark that the restore has given to the storage. */
export type Unfinished = { backup: string; storageId: string; isWritten: boolean };

/** `name`: of the database that is restored first. */
export const findUnfinished = (mongo: MongoClient, name: string): Promise<Unfinished | null> =>
  mongo.db(name).collection<Unfinished>(UNFINISHED).findOne();

export const markUnfinished = async (mongo: MongoClient, manifest: Manifest, storageId: string): Promise<void> => {
  const mark: Unfinished = { backup: manifest.id, storageId, isWritten: false };
  await markedDatabase(mongo, manifest).collection<Unfinished>(UNFINISHED).insertOne(mark);
};

export const markWritten = async (mongo: MongoClient, restored: Restored): Promise<void> => {
  await markedDatabase(mongo, restored)
    .collection<Unfinished>(UNFINISHED)
    .updateOne({}, { $set: { isWritten: true } });
};

export const markFinished = async (mongo: MongoClient, restored: Restored): Promise<void> => {
  await markedDatabase(mongo, restored).collection(UNFINISHED).drop();
};

/** Removes a half-written copy. The database with the mark goes last, so that an interruption leaves the mark. */
export const dropDatabases = async (mongo: MongoClient, { databases }: Restored): Promise<void> => {
  for (const { name } of [...databases].reverse()) await mongo.db(name).dropDatabase();
};

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Input = { mongo: MongoClient; target: Target; folder: string; manifest: Manifest };

/** Writes all documents and then the indexes. @throws if a collection has another number of documents than the backup */
export const restoreDatabases = async ({ mongo, target, folder, manifest }: Input): Promise<void> => {
  const deleted = new Set(manifest.deletedMedia);
  for (const { service, name, collections } of manifest.databases) {
    for (const { name: collection, documents } of collections) {
      const path = `${folder}dump/${name}/${collection}`;
      const { options, indexes } = await readMetadata(target, `${path}.metadata.json.gz`);
      const created = await mongo.db(name).createCollection(collection, options);
      const isDeleted = ({ _id }: Raw): boolean => service === 'media' && collection === 'media' && deleted.has(String(_id));
      let written = 0;
      for await (const batch of inBatches(readDocuments(unzip(await requireBytes(target, `${path}.bson.gz`)), { isExact: true }))) {
        const kept = batch.filter((document) => !isDeleted(document));
        if (kept.length > 0) await created.insertMany(kept);
        written += batch.length;
      }
      if (written !== documents) throw new Error(`${path}.bson.gz has ${written} documents instead of ${documents}`);
      const own = indexes.filter((index) => index.name !== '_id_').map(({ v: _v, ns: _ns, ...index }) => index);
      if (own.length > 0) await created.createIndexes(own);
    }
  }
};

const readMetadata = async (target: Target, name: string): Promise<Metadata> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of unzip(await requireBytes(target, name))) pieces.push(piece);
  return BSON.EJSON.parse(Buffer.concat(pieces).toString('utf8'), { relaxed: true }) as Metadata;
};
