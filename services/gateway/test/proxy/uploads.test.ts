import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { startTestGateway } from '../support/gateway.ts';

const PIECE = Buffer.alloc(64 * 1024, 5);
const PIECES = 16;
const PATH = '/api/contests/c1/media/chunked-upload';

const gateway = useService(() =>
  startTestGateway({ upstreamTimeoutMs: 2000, bodyLimits: { graceMs: 500, bytesPerSecond: 1e9, totalMs: 500 } }),
);

test('when sending a chunk takes longer than the response timeout, then it arrives completely and succeeds', async () => {
  let received = 0;
  gateway.upstreams.media.respondWith((incoming, response) => {
    incoming.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    incoming.on('end', () => response.writeHead(200).end('{}'));
  });
  const sent = request(new URL(PATH, gateway.url), { method: 'POST', headers: { 'content-length': PIECE.length * PIECES } });
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
  // Simulates a slow network connection, which is the subject of this test.
  for (let index = 0; index < PIECES; index += 1) {
    sent.write(PIECE);
    await pause(200);
  }
  sent.end();
  const [response] = await responded;
  response.resume();
  expect([response.statusCode, received]).toEqual([200, PIECE.length * PIECES]);
});

test('when a chunk exceeds the body limit of JSON routes, then it is forwarded', async () => {
  gateway.upstreams.media.respondWithEcho();
  const body = Buffer.alloc(6 * 1024 * 1024);
  const response = await fetch(new URL(PATH, gateway.url), { method: 'POST', body });
  expect(await response.json()).toMatchObject({ service: 'media', url: PATH, headers: { 'content-length': String(body.length) } });
});

test('when storing a chunk takes longer than the default response timeout, then it still succeeds; other routes time out', async () => {
  let store = (): void => undefined;
  gateway.upstreams.media.respondWith((incoming, response) => {
    incoming.resume();
    if (incoming.url === PATH) store = () => response.writeHead(200).end('{}');
  });
  const chunk = fetch(new URL(PATH, gateway.url), { method: 'POST', body: PIECE });
  // Sent at the same time; when it has timed out, so would the chunk under the default.
  const other = await fetch(new URL('/api/contests/c1/media/chunked-init', gateway.url), { method: 'POST', body: '{}' });
  expect(other.status).toBe(504);
  store();
  expect((await chunk).status).toBe(200);
});
