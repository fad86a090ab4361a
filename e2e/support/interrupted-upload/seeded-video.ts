import { createHash } from 'node:crypto';
import { CHUNK_BYTES, chunkBytes, chunkCount } from '@stagereel/contracts';
import { seededBytes } from '@stagereel/rehearsal';
import type { NewFile } from '@stagereel/shop-client';

const BRAND = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2', 'latin1')]);
const BOX_HEAD_BYTES = 16;

/** The head of an MP4 whose single data box spans the rest of the file, so that readers need not search through it. */
const headOf = (size: number): Buffer => {
  const box = Buffer.alloc(BOX_HEAD_BYTES);
  // A length of 1 means that the true length follows in eight bytes.
  box.writeUInt32BE(1);
  box.write('mdat', 4, 'latin1');
  box.writeBigUInt64BE(BigInt(size - BRAND.length), 8);
  return Buffer.concat([BRAND, box]);
};

/** A file with the type of a video, whose chunks are generated on request. `size` in bytes. */
export const seededVideo = ({ seed, size, name }: { seed: string; size: number; name: string }): NewFile & { sha256: () => string } => {
  const head = headOf(size);
  const chunk = (index: number): Buffer => {
    const bytes = seededBytes({ seed, start: index * CHUNK_BYTES, length: chunkBytes({ fileSize: size, index }) });
    if (index === 0) head.copy(bytes);
    return bytes;
  };
  return {
    name,
    size,
    contentType: 'video/mp4',
    category: 'sample',
    chunk,
    /** The SHA-256 of the whole file in hexadecimal. */
    sha256: () => {
      const hash = createHash('sha256');
      for (let index = 0; index < chunkCount(size); index += 1) hash.update(chunk(index));
      return hash.digest('hex');
    },
  };
};
export type SeededVideo = ReturnType<typeof seededVideo>;
