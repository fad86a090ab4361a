import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { CHUNK_BYTES } from '@stagereel/contracts';
import { seededVideo } from './seeded-video.ts';

const size = 2 * CHUNK_BYTES + 1001;
const video = (seed: string) => seededVideo({ seed, size, name: 'a.mp4' });

test('when chunks are requested in any order, then together they have the hash of the file, and no two are equal', () => {
  const { chunk, sha256 } = video('one');
  const [last, first, middle] = [chunk(2), chunk(0), chunk(1)];
  const whole = Buffer.concat([first, middle, last]);
  expect([whole.length, whole.subarray(4, 12).toString('latin1')]).toEqual([size, 'ftypisom']);
  expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256());
  expect([Buffer.compare(first, middle), Buffer.compare(first.subarray(0, 1001), last)]).not.toContain(0);
});

test('when the seed differs, then the file differs', () => {
  expect(video('one').sha256()).toBe(video('one').sha256());
  expect(video('one').sha256()).not.toBe(video('two').sha256());
});
