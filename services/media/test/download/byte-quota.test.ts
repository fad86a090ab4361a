import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { useQuotas } from '../support/claims.ts';
import { claimedVideo } from '../support/downloads.ts';
import { startTestMedia } from '../support/media.ts';

const MIB = 1024 * 1024;
const media = useService(() => startTestMedia());

const { closed, stalled } = useQuotas(media);

describe('the byte quota of a claim', () => {
  test('when a response with one or many reservations was sent, then no reservation stays open', async () => {
    for (const size of [1000, 700 * 1024, 3 * MIB]) {
      const video = await claimedVideo({ media, size });
      expect((await video.get()).isWhole).toBe(true);
      expect(await closed(video.claimId)).toMatchObject({ used: size, sent: [{ start: 0, end: size - 1 }] });
    }
  });

  test('when a response is aborted after many complete ones, then its unsent bytes are released', async () => {
    const video = await claimedVideo({ media, size: 32 * MIB });
    for (let part = 0; part < 70; part += 1) await video.get({ range: `bytes=${part * 100}-${part * 100 + 99}` });
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await stalled(video.claimId)).used;
    };
    const { bytes } = await video.get({ range: 'bytes=7000-', stopAfter: 100_000, holdFor });
    const { used } = await closed(video.claimId);
    expect(used).toBeLessThan(counted);
    expect(used).toBeGreaterThanOrEqual(7000 + bytes.length);
  });
});
