import { beforeAll, describe, expect, test } from '@jest/globals';
import { type MediaSoakFigures, soakMedia } from '@stagereel/soak';
import { useShop } from './support/use-shop.ts';

const PLAN = { seed: 'uploads', sizeMib: 64, cuts: 10, kills: { media: 3, gateway: 1 }, uploads: 20, uploadMib: 8 };
const MEDIA_MIB = 200;

let figures: MediaSoakFigures;

const stack = useShop({ isSeeded: false });
beforeAll(async () => {
  const admin = await stack().signedInAdmin();
  figures = await soakMedia({ stack: stack(), admin }, { plan: PLAN, signal: AbortSignal.timeout(240_000) });
}, 300_000);

describe('large uploads', () => {
  test('when 10 connections are cut, media is killed 3 times and the gateway once, the file is in the library byte for byte', () => {
    const { cuts, kills, sha256 } = figures.broken;
    expect([cuts, kills]).toEqual([PLAN.cuts, PLAN.kills]);
    expect(sha256).toEqual({ sent: sha256.sent, stored: sha256.sent, delivered: sha256.sent });
  });

  test('when 20 files are uploaded at once, media and its helpers stay small and every file is whole', () => {
    const { wholeFiles, memory } = figures.together;
    expect(wholeFiles).toBe(PLAN.uploads);
    expect(memory.service).toBeGreaterThan(0);
    expect(Math.max(memory.service, figures.broken.peakMib, ...Object.values(memory.helpers))).toBeLessThan(MEDIA_MIB);
  });
});
