import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorBodySchema } from '@stagereel/contracts';
import { crc32Of, startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';

const IDLE_MS = 1000;
const TOTAL_MS = 6000;

let media: TestMedia;
beforeAll(async () => {
  media = await startTestMedia({ env: { CHUNK_IDLE_SECONDS: String(IDLE_MS / 1000), CHUNK_SECONDS: String(TOTAL_MS / 1000) } });
});
afterAll(() => media?.stop());

type Begun = { sent: ClientRequest; answered: Promise<IncomingMessage>; form: Buffer };

/** The request of a chunk of which nothing has been sent yet, and all that is to be sent. */
const begin = async ({ uploadId, contestId, bytes }: { uploadId: string; contestId: string; bytes: Buffer }): Promise<Begun> => {
  const form = new Response(media.formOf({ uploadId, index: 0, contestId, bytes }));
  const body = Buffer.from(await form.arrayBuffer());
  const headers = {
    cookie: media.cookies.admin ?? '',
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length,
  };
  const sent = request(new URL(`/api/contests/${contestId}/media/chunked-upload`, media.url()), { method: 'POST', headers, agent: false });
  const answered = once(sent, 'response').then(([answer]) => answer as IncomingMessage);
  // Whoever answers before all has come hangs up then.
  sent.on('error', () => undefined);
  return { sent, answered, form: body };
};
const open = async () => {
  const contestId = media.contest();
  const bytes = videoBytes(4000);
  return { contestId, bytes, uploadId: await media.open(contestId, { bytes }) };
};
const expectTimeout = async (answered: Promise<IncomingMessage>): Promise<void> => {
  const answer = await answered;
  const { code } = errorBodySchema.parse(await json(answer));
  expect([answer.statusCode, code, answer.headers.connection]).toEqual([408, 'RequestTimeout', 'close']);
};

describe('a chunk on a slow line', () => {
  test('when it trickles in, then it arrives, however much longer than the longest silence it takes', async () => {
    const upload = await open();
    const { sent, answered, form } = await begin(upload);
    const pieces = 15;
    const size = Math.ceil(form.length / pieces);
    // The pace of the line is what this is about.
    for (let at = 0; at < form.length; at += size) {
      sent.write(form.subarray(at, at + size));
      await pause(IDLE_MS / 8);
    }
    sent.end();
    const answer = await answered;
    expect([answer.statusCode, await json(answer)]).toMatchObject([200, { crc32: crc32Of(upload.bytes) }]);
  });

  test('when it stands still, then 408, and the same chunk goes through when it is sent again', async () => {
    const upload = await open();
    const { sent, answered, form } = await begin(upload);
    sent.write(form.subarray(0, 1000));
    await expectTimeout(answered);
    expect((await media.status(upload.contestId, upload.uploadId)).missing).toEqual([0]);
    expect((await media.send({ ...upload, index: 0 })).status).toBe(200);
  });

  test('when it crawls for ever, then 408', async () => {
    const { sent, answered, form } = await begin(await open());
    let at = 0;
    const crawl = setInterval(() => sent.write(form.subarray(at, ++at)), IDLE_MS / 4);
    await expectTimeout(answered).finally(() => clearInterval(crawl));
  });

  test('when nobody set another limit, then a chunk has half an hour', async () => {
    const usual = await startTestMedia();
    const { requestTimeout } = (await usual.startReplica()).server.server;
    await usual.stop();
    expect(requestTimeout).toBeGreaterThan(30 * 60_000);
  });
});
