import { createCipheriv, createHash } from 'node:crypto';

const BLOCK_BYTES = 16;

/**
 * Bytes `start` to `start + length` of an endless stream that a seed stands for: the same every time, never repeating, and to be had from
 * any place without what comes before. `start` is a multiple of 16.
 */
export const seededBytes = ({ seed, start, length }: { seed: string; start: number; length: number }): Buffer => {
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(start / BLOCK_BYTES), BLOCK_BYTES - 8);
  const key = createHash('sha256').update(seed).digest().subarray(0, BLOCK_BYTES);
  return createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(length));
};

/** Numbers from 0 up to, not including, 1: the same ones in the same order for one seed. */
export type Random = () => number;

export const seededRandom = (seed: string): Random => {
  let drawn = 0;
  return () => {
    const start = BLOCK_BYTES * drawn;
    drawn += 1;
    return seededBytes({ seed, start, length: 4 }).readUInt32BE() / 2 ** 32;
  };
};
