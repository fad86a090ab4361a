import { describe, expect, test } from '@jest/globals';
import { downloadEnded, EXPIRED_CLAIM_SECONDS, errorCatalogue } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { expiriesIn, useService, waitUntil } from '@stagereel/service-kit/testing';
import { useClaims } from '../support/claims.ts';
import { type ClaimedVideo, claimedVideo, codeOf } from '../support/downloads.ts';
import { startTestMedia } from '../support/media.ts';

const HOUR = 3_600_000;
const MIB = 1024 * 1024;
const media = useService(() => startTestMedia());

const endedEvent = (...claimIds: string[]) => {
  const until = new Date(Date.now() + 24 * HOUR).toISOString();
  return createEvent(downloadEnded, { orderNumber: '12345678', claims: claimIds.map((claimId) => ({ claimId, until })) });
};
const claims = useClaims<{ _id: string; endedAt?: Date; until: Date }>(media);
const isEnded = (claimId: string) =>
  waitUntil(async () => (await claims().findOne({ _id: claimId }))?.endedAt !== undefined, { what: `${claimId} to be ended` });
const end = async (...videos: ClaimedVideo[]) => {
  await media.probe.publish(endedEvent(...videos.map(({ claimId }) => claimId)));
  for (const { claimId } of videos) await isEnded(claimId);
};

describe('a claim that orders has ended', () => {
  test('when its download was started, then no further byte is sent, and a page gives advice', async () => {
    const video = await claimedVideo({ media, size: 200_000 });
    expect((await video.get({ range: 'bytes=0-99' })).status).toBe(206);
    await end(video);
    expect(codeOf(await video.get({ range: 'bytes=100-' }))).toBe('DownloadEnded');
    const head = await video.get({ method: 'HEAD' });
    expect([head.status, head.headers['content-disposition']]).toEqual([410, undefined]);
    const page = await video.get({ accept: 'text/html' });
    expect([page.status, page.bytes.toString('utf8')]).toEqual([410, expect.stringContaining(errorCatalogue.DownloadEnded.message)]);
    // A ticket that orders requested just before it ended the claim.
    await video.newTicket();
    expect(codeOf(await video.get())).toBe('DownloadEnded');
  });

  test('when its bytes are being sent, then the response stops at the next reservation', async () => {
    const video = await claimedVideo({ media, size: 64 * MIB });
    const got = await video.get({ holdFor: () => end(video) });
    expect([got.isWhole, got.bytes.length < video.bytes.length]).toEqual([false, true]);
  });

  test('when the event arrives before the first ticket is requested, then that ticket is refused', async () => {
    const video = await claimedVideo({ media, size: 1000 });
    const claimId = `${video.claimId}-early`;
    await media.probe.publish(endedEvent(claimId));
    await isEnded(claimId);
    const { until } = (await claims().findOne({ _id: claimId }))!;
    expect(await expiriesIn(claims(), { _id: claimId })).toEqual([new Date(until.getTime() + EXPIRED_CLAIM_SECONDS * 1000)]);
    expect(codeOf(await video.request(await video.ticketFor({ claimId })))).toBe('DownloadEnded');
    expect((await video.get()).status).toBe(200);
  });

  test('when the event is duplicated, names several claims and follows a poison message, then those claims end and others continue', async () => {
    const [first, second, other] = [
      await claimedVideo({ media, size: 1000 }),
      await claimedVideo({ media, size: 1000 }),
      await claimedVideo({ media, size: 1000 }),
    ];
    const event = endedEvent(first.claimId, second.claimId);
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
    // A new claim of the same line is another download.
    const again = await first.ticketFor({ claimId: `${first.claimId}-again` });
    expect((await first.request(again)).bytes).toHaveLength(1000);
  });
});
