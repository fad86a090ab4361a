import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal } from '../refusal.ts';

export type StoredName = { name: string; size: number };

/** Where backups are kept: a folder or a bucket. Names are paths with `/`. */
export type Target = {
  /** For messages. */
  place: string;
  /** Stores all bytes under the name, or nothing if the stream fails. Replaces what has the name. */
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Undefined if there is none. */
  read: (name: string) => Promise<Readable | undefined>;
  list: (prefix: string) => AsyncIterable<StoredName>;
  remove: (name: string) => Promise<void>;
};

export type Digest = { size: number; sha256: string };

/** Stores the bytes and returns their length and SHA-256. Stores nothing if they differ from what is expected. */
export const writeHashed = async (
  target: Target,
  { name, bytes, expected }: { name: string; bytes: AsyncIterable<Uint8Array>; expected?: Digest },
): Promise<Digest> => {
  const hash = createHash('sha256');
  const digest = { size: 0, sha256: '' };
  const hashed = async function* () {
    for await (const piece of bytes) {
      hash.update(piece);
      digest.size += piece.byteLength;
      yield piece;
    }
    digest.sha256 = hash.digest('hex');
    if (expected && (digest.sha256 !== expected.sha256 || digest.size !== expected.size)) throw new DamagedBytes(name);
  };
  await target.write(name, hashed());
  return digest;
};

/** The bytes do not have the expected length and SHA-256. */
export class DamagedBytes extends Error {
  override readonly name = 'DamagedBytes';
}

export const digestOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Digest> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    size += piece.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
};

export const readText = async (target: Target, name: string): Promise<string | undefined> => {
  const bytes = await target.read(name);
  if (!bytes) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

export const writeText = (target: Target, name: string, text: string): Promise<void> =>
  target.write(name, Readable.from([Buffer.from(text)]));

/** @throws Refusal if it is missing */
export const requireBytes = async (target: Target, name: string): Promise<Readable> => {
  const bytes = await target.read(name);
  if (!bytes) throw new Refusal(`The backup is damaged: ${name} is missing in ${target.place}.`);
  return bytes;
};
