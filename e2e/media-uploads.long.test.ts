// Covers: services/media, services/gateway
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
  test('when 10 connections are cut, media is killed 3 times and the gateway once, then the stored file is identical', () => {
    const { cuts, kills, sha256 } = figures.interrupted;
    expect([cuts, kills]).toEqual([PLAN.cuts, PLAN.kills]);
    expect(sha256).toEqual({ sent: sha256.sent, stored: sha256.sent, delivered: sha256.sent });
  });

  test('when 20 files are uploaded at once, then media and its helper processes stay below the memory limit, and every file is complete', () => {
    const { completeFiles, memory } = figures.together;
    expect(completeFiles).toBe(PLAN.uploads);
    expect(memory.service).toBeGreaterThan(0);
    expect(Math.max(memory.service, figures.interrupted.peakMib, ...Object.values(memory.helpers))).toBeLessThan(MEDIA_MIB);
  });
});
