import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json, text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { errorBodySchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { BodyLimits } from '../../src/entry/slow-bodies.ts';
import { type GatewaySettings, startTestGateway, type TestGateway } from '../support/gateway.ts';

const CHUNK_PATH = '/api/contests/c1/media/chunked-upload';

let gateway: TestGateway;
const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await gateway.stop();
});

/** A limit that is not given is too long to have an effect. The services respond with the body that they received. */
const start = async (limits: Partial<BodyLimits>, settings: GatewaySettings = {}): Promise<void> => {
  const bodyLimits = { graceMs: 600_000, bytesPerSecond: 20_000, totalMs: 600_000, ...limits };
  gateway = await startTestGateway({ unfinishedRequestMs: 100, bodyLimits, ...settings });
  for (const upstream of [gateway.upstreams.catalog, gateway.upstreams.media]) {
    // The gateway aborts the requests that it refuses.
    upstream.respondWith(async (incoming, response) => void response.end(await textOf(incoming).catch(() => undefined)));
  }
};

const begin = (path: string, length: number) => {
  const sent = request(new URL(path, gateway.url), { method: 'POST', headers: { 'content-length': length, expect: '100-continue' } });
  sent.on('error', () => undefined);
  ends.push(() => sent.destroy());
  return { sent, response: once(sent, 'response').then(([message]) => message as IncomingMessage) };
};

/** Sends a byte of the body again and again. Returns what the client received until the gateway closed the connection. */
const dripUntilClosed = async (length: string): Promise<string> => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(`POST /api/contests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
  const timer = setInterval(() => socket.write('x'), 10);
  ends.push(() => clearInterval(timer));
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
};

describe('a body that arrives slowly', () => {
  test.each([
    ['slower than the minimum', { graceMs: 100 }],
    ['longer than the total', { totalMs: 100 }],
  ])('when it is %s, then the response is 408 and the connection is closed; a chunk of an upload continues', async (_what, limits) => {
    await start(limits);
    const chunk = begin(CHUNK_PATH, 4);
    chunk.sent.write('{ ');
    const slow = begin('/api/contests', 100_000);
    slow.sent.write('{ ');
    const refused = await slow.response;
    expect([refused.statusCode, refused.headers.connection, errorBodySchema.parse(await json(refused)).code]).toEqual([
      408,
      'close',
      'RequestTimeout',
    ]);
    chunk.sent.end(' }');
    const answer = await chunk.response;
    expect([answer.statusCode, await textOf(answer)]).toEqual([200, '{  }']);
  });

  test('when it is fast enough, then it may take longer than the grace period', async () => {
    await start({ graceMs: 500, bytesPerSecond: 100 });
    const fast = begin('/api/contests', 60_002);
    fast.sent.flushHeaders();
    await once(fast.sent, 'continue');
    // 60,000 bytes earn 600 seconds.
    fast.sent.write(`"${' '.repeat(60_000)}`);
    await waitUntil(() => gateway.upstreams.catalog.received.length === 1);
    const slow = begin('/api/contests', 100_000);
    slow.sent.write('{ ');
    expect((await slow.response).statusCode).toBe(408);
    fast.sent.end('"');
    expect((await fast.response).statusCode).toBe(200);
  });

  test('when it is too slow for a service that waits for it, then the response is 408, not 504', async () => {
    await start({ graceMs: 300 }, { upstreamTimeoutMs: 100 });
    let outcome = '';
    gateway.upstreams.catalog.respondWith((request) => {
      request.resume();
      request.once('close', () => {
        outcome = request.complete ? 'complete' : 'aborted';
      });
    });
    const text = await dripUntilClosed('Content-Length: 1000000');
    expect(text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"RequestTimeout"/);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    await waitUntil(() => outcome === 'aborted');
  });

  test('when it is small and too slow, then the response is 408 and nothing is forwarded', async () => {
    await start({ graceMs: 300 });
    const text = await dripUntilClosed('Content-Length: 16384');
    expect(text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"RequestTimeout"/);
    await gateway.get('/api/contests');
    expect(gateway.upstreams.catalog.received.map(({ method }) => method)).toEqual(['GET']);
  });
});
