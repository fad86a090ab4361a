import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sendBytes } from '../src/files/send-bytes.ts';
import { readStored, storedPath } from '../src/files/stored-files.ts';
import { waitUntil } from '../src/testing/index.ts';

const SIZE = 16 * 1024 * 1024;
const REQUESTS = 30;
const film = randomBytes(SIZE);
const KEY = 'film-0001';

let dir: string;
const store = async (key: string): Promise<string> => {
  const path = storedPath({ dir, key });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, film);
  return path;
};
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'send-bytes-'));
  await store(KEY);
});
afterAll(() => rm(dir, { recursive: true }));

/** A server of one test, with the responses that it has begun. `/<key>/<start>-<end>` is a part of a stored file. */
const startServer = async () => {
  const begun: { bytes: Readable; isEnded: boolean; sent?: number; error?: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const [, key = '', start = 0, end = 0] = (/^\/([\w-]+)\/(\d+)-(\d+)$/.exec(request.url ?? '') ?? []).map((part, index) =>
      index > 1 ? Number(part) : part,
    ) as [string, string, number, number];
    const range = { start, end };
    const bytes = await readStored({ dir, key, ...range });
    if (!bytes) throw new Error(`${key} is missing`);
    const current: (typeof begun)[number] = { bytes, isEnded: false };
    begun.push(current);
    response.writeHead(200, { 'content-length': end + 1 - start });
    try {
      current.sent = await sendBytes({ bytes, range, into: response });
    } catch (error) {
      current.error = error;
    }
    current.isEnded = true;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return {
    begun,
    open,
    fetchPart: async ({ key = KEY, start = 0, end = SIZE - 1 } = {}): Promise<Buffer> =>
      Buffer.from(await (await fetch(`http://127.0.0.1:${port}/${key}/${start}-${end}`)).arrayBuffer()),
    /** A client that sends many requests for the file before it reads a response. */
    requestOften: async (times: number): Promise<Socket> => {
      const socket = await open();
      socket.pause();
      const head = `GET /${KEY}/0-${SIZE - 1} HTTP/1.1\r\nhost: x\r\n`;
      socket.write(`${`${head}\r\n`.repeat(times - 1)}${head}connection: close\r\n\r\n`);
      return socket;
    },
    /** Every response has ended, and no file is open. */
    expectNothingHeld: async (): Promise<void> => {
      await waitUntil(() => begun.every(({ isEnded, bytes }) => isEnded && bytes.closed), { what: 'all responses to end' });
    },
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

describe('a stored file', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.stop());

  test('when one connection requests the whole file, ranges and single bytes, then each response is exactly that', async () => {
    const ranges = [
      [0, SIZE - 1],
      [0, 0],
      [SIZE - 1, SIZE - 1],
      [65_535, 65_537],
      [1, 65_536],
      [7, SIZE - 9],
      [SIZE - 700_000, SIZE - 1],
    ] as const;
    for (const [start, end] of ranges) {
      expect((await server.fetchPart({ start, end })).equals(film.subarray(start, end + 1))).toBe(true);
    }
    await server.expectNothingHeld();
    expect(server.begun.map(({ sent }) => sent)).toEqual(ranges.map(([start, end]) => end + 1 - start));
  });

  test('when many clients read it at the same time, some of them slowly, then all receive the same bytes', async () => {
    const readSlowly = async (): Promise<Buffer> => {
      const parts: Buffer[] = [];
      // One turn of the event loop for each part, so that the connection's buffer is full most of the time.
      for await (const part of await server.requestOften(1)) {
        parts.push(part as Buffer);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return Buffer.concat(parts);
    };
    const [quick, slow] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => server.fetchPart())),
      Promise.all(Array.from({ length: 4 }, readSlowly)),
    ]);
    expect(quick.every((body) => body.equals(film))).toBe(true);
    expect(slow.every((body) => body.subarray(body.indexOf('\r\n\r\n') + 4).equals(film))).toBe(true);
    await server.expectNothingHeld();
  });

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'when a client disconnects without reading its thirty responses (%s), then every response ends and every file is closed',
    async (leave) => {
      const socket = await server.requestOften(REQUESTS);
      await waitUntil(() => server.begun.length === REQUESTS, { what: 'all responses to begin' });
      expect(server.begun.filter(({ isEnded }) => isEnded)).toEqual([]);
      socket[leave]();
      await server.expectNothingHeld();
    },
  );

  test('when clients with many pending requests disconnect at any moment, then no response waits forever', async () => {
    for (let pauseMs = 1; pauseMs <= 8; pauseMs += 1) {
      const leaving = await Promise.all(Array.from({ length: 5 }, () => server.requestOften(20)));
      await setTimeout(pauseMs);
      for (const socket of leaving) socket.resetAndDestroy();
    }
    await server.expectNothingHeld();
  });

  test('when the client reads the responses late, then each of them is complete', async () => {
    const socket = await server.requestOften(3);
    await waitUntil(() => server.begun.length === 3, { what: 'all responses to begin' });
    const bodies = await buffer(socket);
    const head = bodies.indexOf('\r\n\r\n') + 4;
    // The last response has another head: it announces the end of the connection.
    for (const from of [head, 2 * head + SIZE, bodies.length - SIZE]) expect(bodies.subarray(from, from + SIZE).equals(film)).toBe(true);
    await server.expectNothingHeld();
  });

  test('when clients disconnect during a response while others connect, then nobody receives bytes that another client requested', async () => {
    for (let round = 0; round < 40; round += 1) {
      const leaving = await Promise.all(Array.from({ length: 3 }, server.open));
      for (const socket of leaving) socket.write(`GET /${KEY}/0-${SIZE - 1} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await Promise.all(leaving.map((socket) => once(socket, 'data')));
      for (const socket of leaving) socket.resetAndDestroy();
      const bodies = await Promise.all([11, 12, 13].map((start) => server.fetchPart({ start, end: start + 99_999 })));
      expect(bodies.map((body, index) => body.equals(film.subarray(11 + index, 11 + index + 100_000)))).toEqual([true, true, true]);
    }
    await server.expectNothingHeld();
  });

  test('when the file is shorter than the announced response, then the connection is aborted', async () => {
    await truncate(await store('film-short'), SIZE - 1);
    await expect(server.fetchPart({ key: 'film-short' })).rejects.toThrow('terminated');
    await server.expectNothingHeld();
    expect(server.begun.map(({ error }) => error)).toEqual([new Error('The stored file is shorter than its record says')]);
  });
});
