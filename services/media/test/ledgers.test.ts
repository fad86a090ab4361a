import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimedVideo } from './support/downloads.ts';
import { useLedgers } from './support/grants.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';

const MIB = 1024 * 1024;
let media: TestMedia;
beforeAll(async () => {
  media = await startTestMedia();
});
afterAll(() => media?.stop());

const { grants, settled, still } = useLedgers(() => media);

describe('the ledger of a claim', () => {
  test('when it was kept before it knew what is on its way, then the download goes on by it, and ends with all of it', async () => {
    const video = await claimedVideo({ media, size: 1000 });
    const old = { size: 1000, used: 400, sent: [{ start: 0, end: 399 }] };
    await grants().updateOne({ _id: video.claimId }, { $set: { ledger: old } });
    expect((await video.get({ method: 'HEAD' })).status).toBe(200);
    const rest = await video.get({ range: 'bytes=400-' });
    expect([rest.status, rest.bytes.equals(video.bytes.subarray(400))]).toEqual([206, true]);
    expect(await settled(video.claimId)).toEqual({ size: 1000, used: 1000, sent: [{ start: 0, end: 999 }], open: [] });
  });

  test('when an answer of one stretch or of many has left, then nothing of it is remembered as on its way', async () => {
    for (const size of [1000, 700 * 1024, 3 * MIB]) {
      const video = await claimedVideo({ media, size });
      expect((await video.get()).isWhole).toBe(true);
      expect(await settled(video.claimId)).toMatchObject({ used: size, sent: [{ start: 0, end: size - 1 }] });
    }
  });

  test('when an answer breaks off after many that were complete, then what never left is given back', async () => {
    const video = await claimedVideo({ media, size: 32 * MIB });
    for (let part = 0; part < 70; part += 1) await video.get({ range: `bytes=${part * 100}-${part * 100 + 99}` });
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await still(video.claimId)).used;
    };
    const { bytes } = await video.get({ range: 'bytes=7000-', stopAfter: 100_000, holdFor });
    const { used } = await settled(video.claimId);
    expect(used).toBeLessThan(counted);
    expect(used).toBeGreaterThanOrEqual(7000 + bytes.length);
  });
});
