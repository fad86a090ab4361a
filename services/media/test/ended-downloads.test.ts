import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { downloadEnded, errorCatalogue } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { type ClaimedVideo, claimedVideo, codeOf } from './support/downloads.ts';
import { useGrants } from './support/grants.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';

const HOUR = 3_600_000;
const MIB = 1024 * 1024;
let media: TestMedia;
beforeAll(async () => {
  media = await startTestMedia();
});
afterAll(() => media?.stop());

const endingOf = (...claimIds: string[]) => {
  const until = new Date(Date.now() + 24 * HOUR).toISOString();
  return createEvent(downloadEnded, { orderNumber: '12345678', claims: claimIds.map((claimId) => ({ claimId, until })) });
};
const grants = useGrants<{ _id: string; endedAt?: Date; until: Date }>(() => media);
const isEnded = (claimId: string) =>
  waitUntil(async () => (await grants().findOne({ _id: claimId }))?.endedAt !== undefined, { what: `the end of ${claimId}` });
const end = async (...videos: ClaimedVideo[]) => {
  await media.probe.publish(endingOf(...videos.map(({ claimId }) => claimId)));
  for (const { claimId } of videos) await isEnded(claimId);
};

describe('a claim that orders ends', () => {
  test('when its download was begun, then nothing more of it leaves, and a page says where to look', async () => {
    const video = await claimedVideo({ media, size: 200_000 });
    expect((await video.get({ range: 'bytes=0-99' })).status).toBe(206);
    await end(video);
    expect(codeOf(await video.get({ range: 'bytes=100-' }))).toBe('DownloadEnded');
    const head = await video.get({ method: 'HEAD' });
    expect([head.status, head.headers['content-disposition']]).toEqual([410, undefined]);
    const page = await video.get({ accept: 'text/html' });
    expect([page.status, page.bytes.toString('utf8')]).toEqual([410, expect.stringContaining(errorCatalogue.DownloadEnded.message)]);
    // A ticket that orders asked for just before it took the claim back.
    await video.newTicket();
    expect(codeOf(await video.get())).toBe('DownloadEnded');
  });

  test('when its bytes are on their way, then they stop at the next piece that is counted', async () => {
    const video = await claimedVideo({ media, size: 64 * MIB });
    const got = await video.get({ holdFor: () => end(video) });
    expect([got.isWhole, got.bytes.length < video.bytes.length]).toEqual([false, true]);
  });

  test('when the end comes before the first ticket, then that opens nothing', async () => {
    const video = await claimedVideo({ media, size: 1000 });
    const claimId = `${video.claimId}-early`;
    await media.probe.publish(endingOf(claimId));
    await isEnded(claimId);
    expect(codeOf(await video.ask(await video.ticketFor({ claimId })))).toBe('DownloadEnded');
    expect((await video.get()).status).toBe(200);
  });

  test('when it is told twice, among others and by a broken message, then those end and every other goes on', async () => {
    const [first, second, other] = [
      await claimedVideo({ media, size: 1000 }),
      await claimedVideo({ media, size: 1000 }),
      await claimedVideo({ media, size: 1000 }),
    ];
    const event = endingOf(first.claimId, second.claimId);
    await media.probe.publishRaw('download.ended', '{"no":"event"}');
    for (const _time of [1, 2]) await media.probe.publish(event);
    await isEnded(first.claimId);
    await isEnded(second.claimId);
    expect([codeOf(await first.get()), codeOf(await second.get()), (await other.get()).status]).toEqual([
      'DownloadEnded',
      'DownloadEnded',
      200,
    ]);
    await waitUntil(async () => (await media.probe.deadLetters('media.downloads')) === 1, { what: 'the poisoned message' });
    // Another claim of the same line is another download.
    const again = await first.ticketFor({ claimId: `${first.claimId}-again` });
    expect((await first.ask(again)).bytes).toHaveLength(1000);
  });
});
