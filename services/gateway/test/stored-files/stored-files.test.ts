import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { STORED_BYTES_HEADER, type StoredBytes } from '@stagereel/contracts';
import { createInternalClient, storedPath } from '@stagereel/service-kit';
import { readMetric, waitUntil } from '@stagereel/service-kit/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { createStoredFiles } from '../../src/stored-files/stored-files.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const KEY = 'video-0001';
const SIZE = 3_000_000;
const bytes = randomBytes(SIZE);

let dir: string;
let gateway: TestGateway;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stored-'));
  const path = storedPath({ dir, key: KEY });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  gateway = await startTestGateway({ MEDIA_DIR: dir, METRICS_PORT: '0' });
});
afterAll(async () => {
  await gateway.stop();
  await rm(dir, { recursive: true });
});

const TICKET = '/api/download/files/ticket';
const media = () => gateway.upstreams.media;
beforeEach(() => {
  media().received.length = 0;
});

/** Makes media respond with headers and the location of the bytes instead of a body. */
const respondWithLocation = (stored: Partial<StoredBytes>, status = 200) =>
  media().respondWith((request, response) => {
    if (request.headers['x-hand-over'] === undefined) {
      response.writeHead(200, { 'content-type': 'video/mp4' }).end('sent by media');
      return;
    }
    const location = { key: KEY, start: 0, end: SIZE - 1, size: SIZE, claimId: null, ...stored };
    response
      .writeHead(status, {
        'content-type': 'video/mp4',
        etag: '"tag"',
        'cache-control': 'private',
        [STORED_BYTES_HEADER]: JSON.stringify(location),
      })
      .end();
  });

const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

describe('a file that the gateway reads for media', () => {
  test('when the gateway can open it, then it sends the bytes with the headers from media, without revealing their location', async () => {
    respondWithLocation({ start: 10, end: 1_999_999 }, 206);
    const response = await gateway.get('/media/file.mp4');
    expect([response.status, response.headers.get('content-length'), response.headers.get('etag')]).toEqual([206, '1999990', '"tag"']);
    expect(response.headers.get(STORED_BYTES_HEADER)).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(10, 2_000_000))).toBe(true);
    expect(media().received).toHaveLength(1);
    // Counted once the last byte was passed on.
    await waitUntil(async () => (await readMetric(gateway.metricsPort, 'media_downloaded_bytes_total')) === 1_999_990);
  });

  test('when the file is missing, then media sends it', async () => {
    respondWithLocation({ key: 'video-0002' });
    const response = await gateway.get('/media/file.mp4');
    expect([response.status, await response.text()]).toEqual([200, 'sent by media']);
  });

  test('when it exists and cannot be opened, then a warning is logged once, and media sends it; a missing file logs nothing', async () => {
    const loop = storedPath({ dir, key: 'video-loop' });
    await mkdir(dirname(loop), { recursive: true });
    await symlink(loop, loop);
    const warnings: unknown[] = [];
    let fromMedia = 0;
    const files = createStoredFiles({
      dir,
      media: createInternalClient({ baseUrl: media().url, token: gateway.config.INTERNAL_TOKEN }),
      metrics: new Registry(),
      logger: { warn: (fields: unknown) => warnings.push(fields) },
      forward: async ({ withholdBy, request }) => {
        const stored: StoredBytes = { key: request.url, start: 0, end: 1, size: 2, claimId: null };
        if (withholdBy !== undefined) return { status: 200, headers: [], value: JSON.stringify(stored) };
        fromMedia += 1;
        return undefined;
      },
    });
    const serve = (key: string) => files.serve({ request: { url: key } as FastifyRequest, reply: {} as FastifyReply });
    await serve('video-0002');
    expect([warnings, fromMedia]).toEqual([[], 1]);
    for (const _time of [1, 2]) await serve('video-loop');
    expect([warnings, fromMedia]).toEqual([[{ err: expect.objectContaining({ code: 'ELOOP' }) }], 3]);
    respondWithLocation({ key: 'video-loop' });
    expect(await (await gateway.get('/media/file.mp4')).text()).toBe('sent by media');
  });

  test('when a client sends the hand-over header itself, then media does not receive it and no file is read', async () => {
    media().respondWith((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(String(request.headers['x-hand-over']));
    });
    expect(await (await gateway.get('/api/media/1', { 'x-hand-over': '1' })).text()).toBe('undefined');
    respondWithLocation({});
    expect((await gateway.get('/api/download/files/abc', { 'x-stored-bytes': '{}' })).status).toBe(200);
  });

  test('when the key is invalid, then no file is opened', async () => {
    for (const key of ['../../etc/passwd', '/etc/passwd', 'a', '..%2f..%2fetc']) {
      respondWithLocation({ key });
      expect((await gateway.get('/media/file.mp4')).status).toBe(500);
    }
  });
});

describe('a file with a byte quota', () => {
  type Part = { id: string; start: number; end: number };
  const lengthOf = ({ start, end }: { start: number; end: number }): number => end - start + 1;

  /** Makes media grant reservations up to a byte position, after failing the given number of calls of each kind. */
  const grantUpTo = (limit: number, { size = SIZE, key = KEY, failures = { reserve: 0, release: 0 }, by = media() } = {}) => {
    const reserved = new Map<string, Part>();
    const released: { id: string; from: number }[] = [];
    const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const [, call] = /^\/internal\/claims\/claim-1\/(reserve|release)$/.exec(request.url ?? '') ?? [];
      if (call !== 'reserve' && call !== 'release') {
        const location = { key, start: 0, end: size - 1, size, claimId: 'claim-1' };
        response.writeHead(200, { 'content-type': 'video/mp4', [STORED_BYTES_HEADER]: JSON.stringify(location) }).end();
        return;
      }
      const body = await jsonOf(request);
      const isFailing = failures[call] > 0;
      failures[call] -= 1;
      // A failing call still has its effect: only its response is lost.
      if (call === 'release') released.push(body as { id: string; from: number });
      else if ((body as Part).end < limit) reserved.set((body as Part).id, body as Part);
      if (isFailing) return void reply(503, { code: 'ServiceUnavailable', message: 'しばらくお待ちください。' });
      if (call === 'reserve' && (body as Part).end >= limit)
        return void reply(410, { code: 'DownloadBytesSpent', message: 'もうありません。' });
      reply(200, {});
    };
    by.respondWith((request, response) => void respond(request, response));
    /** The bytes that stay reserved; each reservation and each release counts once. */
    const reservedBytes = (): number =>
      [...reserved.values()].reduce((sum, part) => {
        const from = released.find(({ id }) => id === part.id)?.from;
        return sum + (from === undefined ? lengthOf(part) : from - part.start);
      }, 0);
    /** The most bytes that may stay reserved: all but the last part, which was reserved in advance and surely not sent. */
    const maxSentBytes = (): number => [...reserved.values()].slice(0, -1).reduce((sum, part) => sum + lengthOf(part), 0);
    return { parts: () => [...reserved.values()], released, reservedBytes, maxSentBytes };
  };

  test('when it is sent, then every byte was reserved before, with the internal token and the request id', async () => {
    const { parts, released } = grantUpTo(SIZE);
    const response = await gateway.get(TICKET);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(parts().at(0)?.start).toBe(0);
    expect(parts().at(-1)?.end).toBe(SIZE - 1);
    for (const [index, { start }] of parts().slice(1).entries()) expect(start).toBe((parts()[index]?.end ?? 0) + 1);
    expect(released).toEqual([]);
    const calls = media().received.filter(({ url }) => url.startsWith('/internal/'));
    expect(new Set(calls.map(({ headers }) => headers['x-internal-token']))).toEqual(new Set([gateway.config.INTERNAL_TOKEN]));
    expect(new Set(calls.map(({ headers }) => headers['x-request-id']))).toEqual(new Set([response.headers.get('x-request-id')]));
  });

  test('when the quota is used up during the download, then the connection is closed and no further bytes are sent', async () => {
    const { parts } = grantUpTo(SIZE / 2);
    const response = await gateway.get(TICKET);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(parts().at(-1)?.end).toBeLessThan(SIZE / 2);
  });

  test('when reservations fail for a moment, then the download waits and completes, and each part is reserved under one id', async () => {
    const { reservedBytes } = grantUpTo(SIZE, { failures: { reserve: 2, release: 0 } });
    const response = await gateway.get(TICKET);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(reservedBytes()).toBe(SIZE);
  });

  describe('a file larger than the socket buffers', () => {
    const LARGE = { key: 'video-0003', size: 64 * 1024 * 1024 };
    beforeAll(async () => {
      const path = storedPath({ dir, key: LARGE.key });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.alloc(LARGE.size, 'x'));
    });

    /** Disconnects after the first bytes. Returns how many were received. */
    const disconnect = async (): Promise<number> => {
      const response = await gateway.get(TICKET);
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return value?.length ?? 0;
    };

    test.each([
      ['at once', 0],
      ['after a few failed calls', 3],
    ])('when the client disconnects, then reservations of unsent bytes are released %s', async (_when, failures) => {
      const { released, reservedBytes, maxSentBytes } = grantUpTo(LARGE.size, {
        ...LARGE,
        failures: { reserve: 0, release: failures },
      });
      const received = await disconnect();
      // A release whose response was lost is repeated under the same id.
      const repeats = () => released.length - new Set(released.map(({ id }) => id)).size;
      await waitUntil(() => released.length > failures && repeats() >= failures, { what: 'the release of unsent bytes' });
      await waitUntil(() => reservedBytes() <= maxSentBytes(), { what: 'the release of all unsent bytes' });
      expect(reservedBytes()).toBeGreaterThanOrEqual(received);
    });

    test('when the gateway stops during a download, then reservations of unsent bytes are released before it has stopped', async () => {
      const stopping = await startTestGateway({ MEDIA_DIR: dir });
      const { reservedBytes, maxSentBytes } = grantUpTo(LARGE.size, { ...LARGE, by: stopping.upstreams.media });
      const response = await stopping.get(TICKET);
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      await stopping.stop();
      expect(reservedBytes()).toBeLessThanOrEqual(maxSentBytes());
      expect(reservedBytes()).toBeGreaterThanOrEqual(value?.length ?? 0);
      await reader.cancel().catch(() => undefined);
    }, 60_000);
  });
});
