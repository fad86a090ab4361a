// Covers: services/media, services/gateway
import { beforeAll, describe, expect, test } from '@jest/globals';
import { uploadInterrupted, uploadTogether } from './support/interrupted-upload/uploads.ts';
import { useShop } from './support/use-shop.ts';

const SEED = 'uploads';
const FAULTS = { cuts: 10, kills: { media: 3, gateway: 1 } };
const TOGETHER = 20;
const MEDIA_MIB = 200;
const LIMIT_MS = 240_000;

let interrupted: Awaited<ReturnType<typeof uploadInterrupted>>;
let together: Awaited<ReturnType<typeof uploadTogether>>;

const stack = useShop({ isSeeded: false });
beforeAll(async () => {
  const admin = await stack().signedInAdmin();
  const contest = await admin.createContest({ name: '耐久試験' });
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  const shop = { stack: stack(), admin, contestId: contest.id };
  interrupted = await uploadInterrupted(shop, { seed: SEED, sizeMib: 64, ...FAULTS, signal: AbortSignal.timeout(LIMIT_MS) });
  together = await uploadTogether(shop, { seed: SEED, uploads: TOGETHER, uploadMib: 8 });
}, 300_000);

describe('large uploads', () => {
  test('when 10 connections are cut, media is killed 3 times and the gateway once, then the stored file is identical', () => {
    const { cuts, kills, sha256 } = interrupted;
    expect({ cuts, kills }).toEqual(FAULTS);
    expect(sha256).toEqual({ sent: sha256.sent, stored: sha256.sent, delivered: sha256.sent });
  });

  test('when 20 files are uploaded at once, then media and its helper processes stay below the memory limit, and every file is complete', () => {
    const { completeFiles, memory } = together;
    expect(completeFiles).toBe(TOGETHER);
    expect(memory.service).toBeGreaterThan(0);
    expect(Math.max(memory.service, interrupted.peakMib, ...Object.values(memory.helpers))).toBeLessThan(MEDIA_MIB);
  });
});
