import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Storage } from '../../../services/media/src/domain/storage/storage.ts';
import type { MongoClient } from './dump.ts';
import { FILES, fileNameOf, type Manifest } from './manifest.ts';
import { DamagedBytes, type Digest, requireBytes, type Target, writeHashed } from './place/target.ts';

type StoredFile = { key: string; hash: string; size: number; contentType: string };
/** The part of media's record that names its files. */
export type MediaRecord = {
  _id: string;
  deletedAt?: Date;
  original: StoredFile;
  thumbnail?: StoredFile | null;
  poster?: StoredFile | null;
  preview?: StoredFile | null;
  variants?: StoredFile[];
};

/** Read at once: the server closes a cursor that waits while files are copied. */
export const readMediaRecords = (mongo: MongoClient, database: string): Promise<MediaRecord[]> => {
  const projection = { deletedAt: 1, original: 1, thumbnail: 1, poster: 1, preview: 1, variants: 1 };
  return mongo.db(database).collection<MediaRecord>('media').find({}, { projection }).toArray();
};

/** The files of a medium. One that is deleted needs none: only its events are left. */
export const filesOf = ({ deletedAt, original, thumbnail, poster, preview, variants = [] }: MediaRecord): StoredFile[] =>
  deletedAt ? [] : [original, thumbnail, poster, preview, ...variants].flatMap((file) => file ?? []);

type Input = { storage: Storage; target: Target; mongo: MongoClient; database: string };
export type CopiedMedia = Pick<Manifest, 'media' | 'deletedMedia' | 'damagedMedia'>;

async function* readFile(storage: Storage, { key, size }: StoredFile): AsyncGenerator<Uint8Array> {
  const pieces = await storage.read({ key, start: 0, end: size - 1 });
  if (!pieces) throw new MissingFile(key);
  // A piece is valid only until the next one is requested.
  for await (const piece of pieces) yield Buffer.from(piece);
}

class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

/** Copies files that the target does not have. Their names are their SHA-256, so a file is copied once for all backups. */
export const createMediaCopier = async ({ storage, target, mongo, database }: Input) => {
  const stored = new Map<string, number>();
  for await (const { name, size } of target.list(FILES)) stored.set(name, size);

  const copyFile = async (file: StoredFile): Promise<'copied' | 'present' | 'missing' | 'damaged'> => {
    const name = fileNameOf(file.hash);
    if (stored.get(name) === file.size) return 'present';
    try {
      const expected = { size: file.size, sha256: file.hash };
      await writeHashed(target, { name, bytes: readFile(storage, file), expected });
    } catch (error) {
      if (error instanceof MissingFile) return 'missing';
      if (error instanceof DamagedBytes) return 'damaged';
      throw error;
    }
    stored.set(name, file.size);
    return 'copied';
  };

  /** Whether the medium still has this file. Its record is deleted before its bytes. */
  const isCurrent = async (mediaId: string, { key }: StoredFile): Promise<boolean> => {
    const record = await mongo.db(database).collection<MediaRecord>('media').findOne({ _id: mediaId });
    return record !== null && filesOf(record).some((file) => file.key === key);
  };

  return async (records: Iterable<MediaRecord> | AsyncIterable<MediaRecord>): Promise<CopiedMedia & { copied: Digest[] }> => {
    const all = new Map<string, Digest>();
    const copied: Digest[] = [];
    const deletedMedia: string[] = [];
    const damagedMedia: Manifest['damagedMedia'] = [];
    for await (const record of records) {
      for (const file of filesOf(record)) {
        const outcome = await copyFile(file);
        const digest = { sha256: file.hash, size: file.size };
        if (outcome === 'copied') copied.push(digest);
        if (outcome === 'copied' || outcome === 'present') all.set(file.hash, digest);
        else if (await isCurrent(record._id, file)) damagedMedia.push({ mediaId: record._id, key: file.key, reason: outcome });
        else if (file === record.original) deletedMedia.push(record._id);
      }
    }
    return { media: [...all.values()], deletedMedia, damagedMedia, copied };
  };
};

/** Larger than the parts of an upload need to be, so that a file of 100 GB stays below the limit of 10,000 parts. */
const CHUNK_BYTES = 16 * 1024 * 1024;

/** Writes a file of a backup into the storage, as an upload does. @throws if its bytes are not those of its hash */
export const restoreFile = async ({ storage, target }: Pick<Input, 'storage' | 'target'>, file: StoredFile): Promise<void> => {
  const { key, size, hash, contentType } = file;
  const source = await requireBytes(target, fileNameOf(hash));
  if (size <= CHUNK_BYTES) {
    const bytes = Buffer.concat(await source.toArray());
    if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new DamagedBytes(fileNameOf(hash));
    return storage.put({ key, bytes, contentType });
  }
  const handle = await storage.begin({ key, size });
  const receipts: (string | null)[] = [];
  let offset = 0;
  const send = async (body: Buffer): Promise<void> => {
    const chunk = { key, handle, index: receipts.length, offset, size: body.length, body: Readable.from([body]) };
    const { receipt } = await storage.writeChunk({ ...chunk, signal: new AbortController().signal });
    receipts.push(receipt);
    offset += body.length;
  };
  let pieces: Uint8Array[] = [];
  let waiting = 0;
  for await (const piece of source) {
    pieces.push(piece);
    waiting += piece.length;
    while (waiting >= CHUNK_BYTES) {
      const joined = Buffer.concat(pieces);
      await send(joined.subarray(0, CHUNK_BYTES));
      pieces = [joined.subarray(CHUNK_BYTES)];
      waiting -= CHUNK_BYTES;
    }
  }
  if (waiting > 0) await send(Buffer.concat(pieces));
  await storage.finish({ key, handle, size, receipts });
};
