import { createCipheriv, createHash } from 'node:crypto';

const BLOCK_BYTES = 16;

/**
 * Bytes `start` to `start + length` of the endless pseudo-random stream of a seed. Every position can be read without the bytes before
 * it, and no part repeats. `start` must be a multiple of 16.
 */
export const seededBytes = ({ seed, start, length }: { seed: string; start: number; length: number }): Buffer => {
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(start / BLOCK_BYTES), BLOCK_BYTES - 8);
  const key = createHash('sha256').update(seed).digest().subarray(0, BLOCK_BYTES);
  return createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(length));
};

/** Numbers from 0 to 1 (exclusive), in the same order for the same seed. */
export type Random = () => number;

export const seededRandom = (seed: string): Random => {
  let drawn = 0;
  return () => {
    const start = BLOCK_BYTES * drawn;
    drawn += 1;
    return seededBytes({ seed, start, length: 4 }).readUInt32BE() / 2 ** 32;
  };
};
