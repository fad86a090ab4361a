import { createHash } from 'node:crypto';
import { contentTypeOf } from './content-types.ts';
import { compress, type Encoding } from './encodings.ts';

/** A file held in memory, ready to be sent. */
export type StoredFile = {
  contentType: string;
  cacheControl: string;
  isCompressible: boolean;
  /** Strong, of the uncompressed content; without quotes. */
  hash: string;
  bytes: Buffer;
  /** Its bytes in an encoding: as the build left them, else compressed at the first request and kept. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
};

type Source = { name: string; bytes: Buffer; cacheControl: string; precompressed?: Partial<Record<Encoding, Buffer>> };

/** Below this a compressed answer is no smaller packet. */
const WORTH_COMPRESSING_BYTES = 1024;
const HASH_CHARACTERS = 22;

export const storeFile = ({ name, bytes, cacheControl, precompressed = {} }: Source): StoredFile => {
  const { type, isText = false } = contentTypeOf(name);
  const kept = new Map<Encoding, Promise<Buffer>>();
  return {
    contentType: type,
    cacheControl,
    isCompressible: isText && bytes.length >= WORTH_COMPRESSING_BYTES,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS),
    bytes,
    encoded: (encoding) => {
      const known = kept.get(encoding);
      if (known) return known;
      const ready = precompressed[encoding];
      const made = ready ? Promise.resolve(ready) : compress[encoding](bytes);
      kept.set(encoding, made);
      return made;
    },
  };
};
