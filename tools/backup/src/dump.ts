import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import mongoose from 'mongoose';
import type { Manifest } from './manifest.ts';
import { type Target, writeHashed } from './place/target.ts';
import { SERVICES, type Service } from './settings.ts';

export type MongoClient = InstanceType<typeof mongoose.mongo.MongoClient>;
const { BSON } = mongoose.mongo;

/** Every write of the shop waits for the majority, and so does a restore. Reads see what cannot be lost any more. */
export const openMongo = (url: string): Promise<MongoClient> =>
  mongoose.mongo.MongoClient.connect(url, {
    appName: 'backup',
    serverSelectionTimeoutMS: 8000,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });

/** Uploads in progress have no complete file, and a restored shop searches for orphaned files again. */
export const NOT_DUMPED: Partial<Record<Service, readonly string[]>> = { media: ['uploads', 'chunks', 'orphanScans'] };

const BATCH = 1000;

type Dump = Pick<Manifest, 'databases' | 'files'>;
type Input = { mongo: MongoClient; target: Target; folder: string; databaseOf: (service: Service) => string };

/**
 * Writes the documents in the layout of mongodump: `dump/<database>/<collection>.bson.gz` and `.metadata.json.gz`. Each aggregate with its events is
 * one document, so each is consistent. The databases are read one after the other.
 */
export const dumpDatabases = async ({ mongo, target, folder, databaseOf }: Input): Promise<Dump> => {
  const dump: Dump = { databases: [], files: [] };
  const store = async (name: string, bytes: Readable): Promise<void> => {
    const zipped = bytes.compose(createGzip({ level: 6 })) as AsyncIterable<Uint8Array>;
    dump.files.push({ name, ...(await writeHashed(target, { name: `${folder}${name}`, bytes: zipped })) });
  };
  for (const service of SERVICES) {
    const name = databaseOf(service);
    const database = mongo.db(name);
    const collections: Dump['databases'][number]['collections'] = [];
    const found = await database.listCollections({}, { nameOnly: false }).toArray();
    for (const { name: collection, type = 'collection', ...rest } of found.sort((a, b) => a.name.localeCompare(b.name))) {
      if (type !== 'collection' || collection.startsWith('system.') || NOT_DUMPED[service]?.includes(collection)) continue;
      const path = `dump/${name}/${collection}`;
      const indexes = await database.collection(collection).indexes();
      const options = 'options' in rest ? rest.options : {};
      const metadata = BSON.EJSON.stringify({ options, indexes, collectionName: collection, type }, { relaxed: false });
      await store(`${path}.metadata.json.gz`, Readable.from([Buffer.from(metadata)]));
      let documents = 0;
      const read = async function* () {
        for await (const document of database.collection(collection).find({}, { raw: true, batchSize: BATCH })) {
          documents += 1;
          // With `raw`, the driver gives the bytes.
          yield Buffer.from(document as unknown as Uint8Array);
        }
      };
      await store(`${path}.bson.gz`, Readable.from(read(), { objectMode: false, highWaterMark: 1024 * 1024 }));
      collections.push({ name: collection, documents });
    }
    dump.databases.push({ service, name, collections });
  }
  return dump;
};

export type Raw = Record<string, unknown>;
/** Numbers keep their type, so that a document is restored exactly as it was. */
const EXACT = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** The documents of a `.bson` file. */
export async function* readDocuments(bytes: AsyncIterable<Uint8Array>, options: { isExact: boolean }): AsyncGenerator<Raw> {
  let rest = Buffer.alloc(0);
  for await (const piece of bytes) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const size = rest.readInt32LE(0);
      yield BSON.deserialize(rest.subarray(0, size), options.isExact ? EXACT : {});
      rest = rest.subarray(size);
    }
  }
  if (rest.length > 0) throw new Error('The last document is incomplete');
}
