import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { errorBodySchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { loadMediaConfig } from '../../src/config.ts';
import { crc32Of, startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';

const IDLE_MS = 1000;
const TOTAL_MS = 6000;

const media = useService(() =>
  startTestMedia({
    settings: { chunkIdleMs: IDLE_MS, chunkMs: TOTAL_MS },
  }),
);

type StartedRequest = { sent: ClientRequest; response: Promise<IncomingMessage>; form: Buffer };

/** Starts the request of a chunk without sending its body, and returns that body. */
const begin = async ({ uploadId, contestId, bytes }: { uploadId: string; contestId: string; bytes: Buffer }): Promise<StartedRequest> => {
  const form = new Response(media.formOf({ uploadId, index: 0, contestId, bytes }));
  const body = Buffer.from(await form.arrayBuffer());
  const headers = {
    cookie: media.cookies.admin ?? '',
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length,
  };
  const sent = request(new URL(`/api/contests/${contestId}/media/chunked-upload`, media.url()), { method: 'POST', headers, agent: false });
  const response = once(sent, 'response').then(([message]) => message as IncomingMessage);
  // The server closes the connection when it responds before the body is complete.
  sent.on('error', () => undefined);
  return { sent, response, form: body };
};
const open = async () => {
  const contestId = media.contest();
  const bytes = videoBytes(4000);
  return { contestId, bytes, uploadId: await media.open(contestId, { bytes }) };
};
const expectTimeout = async (response: Promise<IncomingMessage>): Promise<void> => {
  const message = await response;
  const { code } = errorBodySchema.parse(await json(message));
  expect([message.statusCode, code, message.headers.connection]).toEqual([408, 'RequestTimeout', 'close']);
};

describe('a chunk on a slow connection', () => {
  test('when it is sent slowly but steadily, then it is stored, even if it takes longer than the idle timeout', async () => {
    const upload = await open();
    const { sent, response, form } = await begin(upload);
    const pieces = 15;
    const size = Math.ceil(form.length / pieces);
    // The pauses are the subject of this test.
    for (let at = 0; at < form.length; at += size) {
      sent.write(form.subarray(at, at + size));
      await pause(IDLE_MS / 8);
    }
    sent.end();
    const message = await response;
    expect([message.statusCode, await json(message)]).toMatchObject([200, { crc32: crc32Of(upload.bytes) }]);
  });

  test('when it stalls, then the response is 408, and the chunk is stored when it is sent again', async () => {
    const upload = await open();
    const { sent, response, form } = await begin(upload);
    sent.write(form.subarray(0, 1000));
    await expectTimeout(response);
    expect((await media.status(upload.contestId, upload.uploadId)).missing).toEqual([0]);
    expect((await media.send({ ...upload, index: 0 })).status).toBe(200);
  });

  test('when it is sent so slowly that it exceeds the total timeout, then the response is 408', async () => {
    const { sent, response, form } = await begin(await open());
    let at = 0;
    const crawl = setInterval(() => sent.write(form.subarray(at, ++at)), IDLE_MS / 4);
    await expectTimeout(response).finally(() => clearInterval(crawl));
  });

  test('when no other timeout is configured, then a chunk may take half an hour', () => {
    const urls = { IDENTITY_URL: 'http://i', CATALOG_URL: 'http://c', ORDERS_URL: 'http://o' };
    expect(loadMediaConfig(urls).chunkMs).toBe(30 * 60_000);
  });
});
