import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { STORED_BYTES_HEADER, type StoredBytes } from '@stagereel/contracts';
import { createInternalClient, storedPath } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { createStoredFiles } from '../src/adapters/stored-files.ts';
import { startTestGateway, type TestGateway } from './support/gateway.ts';

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
  gateway = await startTestGateway({ MEDIA_DIR: dir });
});
afterAll(async () => {
  await gateway.stop();
  await rm(dir, { recursive: true });
});

const TICKET = '/api/download/files/ticket';
const media = () => gateway.upstreams.media;
beforeEach(() => {
  media().seen.length = 0;
});

/** Media as it hands over: headers, and the place of the bytes in place of a body. */
const handOver = (stored: Partial<StoredBytes>, status = 200) =>
  media().answerBy((request, response) => {
    if (request.headers['x-hand-over'] === undefined) {
      response.writeHead(200, { 'content-type': 'video/mp4' }).end('sent by media');
      return;
    }
    const place = { key: KEY, start: 0, end: SIZE - 1, size: SIZE, claimId: null, ...stored };
    response
      .writeHead(status, {
        'content-type': 'video/mp4',
        etag: '"tag"',
        'cache-control': 'private',
        [STORED_BYTES_HEADER]: JSON.stringify(place),
      })
      .end();
  });

const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

describe('a file that media hands over', () => {
  test('when the gateway has it, it sends the bytes under the headers media chose, and tells nobody where they lie', async () => {
    handOver({ start: 10, end: 1_999_999 }, 206);
    const response = await gateway.get('/media/file.mp4');
    expect([response.status, response.headers.get('content-length'), response.headers.get('etag')]).toEqual([206, '1999990', '"tag"']);
    expect(response.headers.get(STORED_BYTES_HEADER)).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(10, 2_000_000))).toBe(true);
    expect(media().seen).toHaveLength(1);
  });

  test('when the system is not to send it, it comes the same', async () => {
    const other = await startTestGateway({ MEDIA_DIR: dir, SENDFILE: 'off' });
    try {
      const place = { key: KEY, start: 10, end: 1_999_999, size: SIZE, claimId: null };
      other.upstreams.media.answerBy((_request, response) => {
        response.writeHead(206, { 'content-type': 'video/mp4', [STORED_BYTES_HEADER]: JSON.stringify(place) }).end();
      });
      const response = await other.get('/media/file.mp4');
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(10, 2_000_000))).toBe(true);
    } finally {
      await other.stop();
    }
  });

  test('when the file is not here, media is asked to send it', async () => {
    handOver({ key: 'video-0002' });
    const response = await gateway.get('/media/file.mp4');
    expect([response.status, await response.text()]).toEqual([200, 'sent by media']);
  });

  test('when it is there and cannot be opened, that is told once, and of what is not there nothing', async () => {
    const told: unknown[] = [];
    const files = createStoredFiles({
      dir,
      media: createInternalClient({ baseUrl: media().url, token: gateway.config.INTERNAL_TOKEN }),
      kernel: undefined,
      logger: { warn: (facts: unknown) => told.push(facts) },
    });
    const openedAs = (key: string) => files.open({ key, start: 0, end: 1, size: 2, claimId: null });
    const circle = storedPath({ dir, key: 'video-loop' });
    await mkdir(dirname(circle), { recursive: true });
    await symlink(circle, circle);
    expect(await openedAs('video-0002')).toBeUndefined();
    expect(told).toEqual([]);
    for (const _time of [1, 2]) expect(await openedAs('video-loop')).toBeUndefined();
    expect(told).toEqual([{ err: expect.objectContaining({ code: 'ELOOP' }) }]);
    handOver({ key: 'video-loop' });
    expect(await (await gateway.get('/media/file.mp4')).text()).toBe('sent by media');
  });

  test('when a client asks for the hand-over itself, or another path answers by one, nothing is read', async () => {
    media().answerBy((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(String(request.headers['x-hand-over']));
    });
    expect(await (await gateway.get('/api/media/1', { 'x-hand-over': '1' })).text()).toBe('undefined');
    handOver({});
    expect((await gateway.get('/api/download/files/abc', { 'x-stored-bytes': '{}' })).status).toBe(200);
  });

  test('when the key is no key, no file is opened', async () => {
    for (const key of ['../../etc/passwd', '/etc/passwd', 'a', '..%2f..%2fetc']) {
      handOver({ key });
      expect((await gateway.get('/media/file.mp4')).status).toBe(500);
    }
  });
});

describe('a counted file', () => {
  type Part = { id: string; start: number; end: number };
  const lengthOf = ({ start, end }: { start: number; end: number }): number => end - start + 1;

  /** Media as it counts: lets so many bytes of a file leave, and fails so many calls of each kind before. */
  const countUpTo = (most: number, { size = SIZE, key = KEY, failures = { reserve: 0, 'give-back': 0 }, by = media() } = {}) => {
    const counted = new Map<string, Part>();
    const givenBack: { id: string; from: number }[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const [, call] = /^\/internal\/grants\/claim-1\/(reserve|give-back)$/.exec(request.url ?? '') ?? [];
      if (call !== 'reserve' && call !== 'give-back') {
        const place = { key, start: 0, end: size - 1, size, claimId: 'claim-1' };
        response.writeHead(200, { 'content-type': 'video/mp4', [STORED_BYTES_HEADER]: JSON.stringify(place) }).end();
        return;
      }
      const body = await jsonOf(request);
      const isFailing = failures[call] > 0;
      failures[call] -= 1;
      // What fails has been done all the same: only the answer is lost.
      if (call === 'give-back') givenBack.push(body as { id: string; from: number });
      else if ((body as Part).end < most) counted.set((body as Part).id, body as Part);
      if (isFailing) return void reply(503, { code: 'ServiceUnavailable', message: 'しばらくお待ちください。' });
      if (call === 'reserve' && (body as Part).end >= most)
        return void reply(410, { code: 'DownloadBytesSpent', message: 'もうありません。' });
      reply(200, {});
    };
    by.answerBy((request, response) => void answer(request, response));
    /** What stays counted: each part once, and given back once. */
    const staysCounted = (): number =>
      [...counted.values()].reduce((sum, part) => {
        const from = givenBack.find(({ id }) => id === part.id)?.from;
        return sum + (from === undefined ? lengthOf(part) : from - part.start);
      }, 0);
    /** What stays counted when all was given back that surely did not leave: the part that was asked for ahead of its turn. */
    const mostThatLeft = (): number => [...counted.values()].slice(0, -1).reduce((sum, part) => sum + lengthOf(part), 0);
    return { parts: () => [...counted.values()], givenBack, staysCounted, mostThatLeft };
  };

  test('when it is sent, every byte was counted before, by the token of the services', async () => {
    const { parts, givenBack } = countUpTo(SIZE);
    const response = await gateway.get(TICKET);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(parts().at(0)?.start).toBe(0);
    expect(parts().at(-1)?.end).toBe(SIZE - 1);
    for (const [index, { start }] of parts().slice(1).entries()) expect(start).toBe((parts()[index]?.end ?? 0) + 1);
    expect(givenBack).toEqual([]);
    const calls = media().seen.filter(({ url }) => url.startsWith('/internal/'));
    expect(new Set(calls.map(({ headers }) => headers['x-internal-token']))).toEqual(new Set([gateway.config.INTERNAL_TOKEN]));
  });

  test('when the count says no in the middle, the connection is cut and no more has left', async () => {
    const { parts } = countUpTo(SIZE / 2);
    const response = await gateway.get(TICKET);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(parts().at(-1)?.end).toBeLessThan(SIZE / 2);
  });

  test('when media does not answer the count for a moment, the download waits and comes whole, each part counted under one id', async () => {
    const { staysCounted } = countUpTo(SIZE, { failures: { reserve: 2, 'give-back': 0 } });
    const response = await gateway.get(TICKET);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(staysCounted()).toBe(SIZE);
  });

  describe('that is too large for the buffers of a connection', () => {
    const LARGE = { key: 'video-0003', size: 64 * 1024 * 1024 };
    beforeAll(async () => {
      const path = storedPath({ dir, key: LARGE.key });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.alloc(LARGE.size, 'x'));
    });

    /** Hangs up once the first bytes have come; answers how many came. */
    const cut = async (): Promise<number> => {
      const response = await gateway.get(TICKET);
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return value?.length ?? 0;
    };

    test.each([
      ['at once', 0],
      ['after it was away for a moment, and its first answers were lost,', 3],
    ])('when the client hangs up, what did not leave is given back %s', async (_when, failures) => {
      const { givenBack, staysCounted, mostThatLeft } = countUpTo(LARGE.size, {
        ...LARGE,
        failures: { reserve: 0, 'give-back': failures },
      });
      const received = await cut();
      // Whose answer was lost is given back once more, under the id it had.
      const repeats = () => givenBack.length - new Set(givenBack.map(({ id }) => id)).size;
      await waitUntil(() => givenBack.length > failures && repeats() >= failures, { what: 'the bytes to be given back' });
      await waitUntil(() => staysCounted() <= mostThatLeft(), { what: 'all that did not leave' });
      expect(staysCounted()).toBeGreaterThanOrEqual(received);
    });

    test('when the gateway stops while the client still reads, what did not leave is given back before it has stopped', async () => {
      const stopping = await startTestGateway({ MEDIA_DIR: dir });
      const { staysCounted, mostThatLeft } = countUpTo(LARGE.size, { ...LARGE, by: stopping.upstreams.media });
      const response = await stopping.get(TICKET);
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      await stopping.stop();
      expect(staysCounted()).toBeLessThanOrEqual(mostThatLeft());
      expect(staysCounted()).toBeGreaterThanOrEqual(value?.length ?? 0);
      await reader.cancel().catch(() => undefined);
    }, 60_000);
  });
});
