import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from './support/gateway.ts';

const PIECE = Buffer.alloc(64 * 1024, 5);
const PIECES = 16;
const PATH = '/api/contests/c1/media/chunked-upload';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ UPSTREAM_TIMEOUT_SECONDS: '2' });
});
afterAll(() => gateway?.stop());

test('when a chunk comes in for longer than a service may take to answer, it arrives whole and is answered', async () => {
  let received = 0;
  gateway.upstreams.media.answerBy((incoming, response) => {
    incoming.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    incoming.on('end', () => response.writeHead(200).end('{}'));
  });
  const sent = request(new URL(PATH, gateway.url), { method: 'POST', headers: { 'content-length': PIECE.length * PIECES } });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A client on a slow line, which is what this is about.
  for (let index = 0; index < PIECES; index += 1) {
    sent.write(PIECE);
    await pause(200);
  }
  sent.end();
  const [answer] = await answered;
  answer.resume();
  expect([answer.statusCode, received]).toEqual([200, PIECE.length * PIECES]);
});

test('when a chunk is larger than any limit of the JSON calls, it goes through', async () => {
  gateway.upstreams.media.echoAgain();
  const body = Buffer.alloc(6 * 1024 * 1024);
  const answer = await fetch(new URL(PATH, gateway.url), { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ service: 'media', url: PATH, headers: { 'content-length': String(body.length) } });
});

test('when a chunk is stored for longer than a service may take to answer, its answer is waited for; others are not', async () => {
  let store = (): void => undefined;
  gateway.upstreams.media.answerBy((incoming, response) => {
    incoming.resume();
    if (incoming.url === PATH) store = () => response.writeHead(200).end('{}');
  });
  const chunk = fetch(new URL(PATH, gateway.url), { method: 'POST', body: PIECE });
  // Begun together, given up by the usual limit.
  const other = await fetch(new URL('/api/contests/c1/media/chunked-init', gateway.url), { method: 'POST', body: '{}' });
  expect(other.status).toBe(504);
  store();
  expect((await chunk).status).toBe(200);
});
