import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createBufferPool } from '../src/files/buffer-pool.ts';
import { fileSource } from '../src/files/file-source.ts';
import { sendBytes } from '../src/files/send-bytes.ts';
import { openSendfile, type Sendfile } from '../src/files/sendfile.ts';
import { waitUntil } from '../src/testing/index.ts';

const SIZE = 16 * 1024 * 1024;
const REQUESTS = 30;
const film = randomBytes(SIZE);

/** Open responses, all responses so far, and the bytes sent with `sendfile`. */
const seen = { buffers: 0, connections: 0, answers: 0, ended: 0, bySystem: 0 };
const handles: FileHandle[] = [];
/** A closed file has no descriptor any more. */
const openFiles = (): number => handles.filter(({ fd }) => fd !== -1).length;
const pool = createBufferPool();
const countingPool = {
  borrow: () => {
    seen.buffers += 1;
    return pool.borrow();
  },
  release: (buffer: Buffer) => {
    seen.buffers -= 1;
    pool.release(buffer);
  },
};
const counting = (kernel: Sendfile): Sendfile => ({
  isSupported: kernel.isSupported,
  pinConnection: (connection) => {
    const pinned = kernel.pinConnection(connection);
    if (!pinned) return undefined;
    seen.connections += 1;
    return {
      send: async (part) => {
        const bytes = await pinned.send(part);
        seen.bySystem += bytes;
        return bytes;
      },
      release: () => {
        seen.connections -= 1;
        pinned.release();
      },
    };
  },
});

const errors: unknown[] = [];
const serve = async (kernel: Sendfile | undefined, path: string): Promise<Server> => {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const file = await open(path, 'r');
      handles.push(file);
      seen.answers += 1;
      const [, start = 0, end = SIZE - 1] = (/(\d+)-(\d+)/.exec(request.url ?? '') ?? []).map(Number);
      response.writeHead(200, { 'content-length': end + 1 - start });
      const range = { start, end };
      await sendBytes({ source: fileSource({ kernel, pool: countingPool }, { file, ...range }), range, into: response });
    };
    answer()
      .catch((error: unknown) => errors.push(error))
      .finally(() => {
        seen.ended += 1;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

let dir: string;
let system: Sendfile;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'send-bytes-'));
  await writeFile(join(dir, 'film'), film);
  const told: unknown[] = [];
  const kernel = await openSendfile({ info: (...facts: unknown[]) => told.push(facts) });
  if (!kernel) throw new Error(`this system cannot send files: ${JSON.stringify(told)}`);
  system = counting(kernel);
});
afterAll(() => rm(dir, { recursive: true }));

describe.each(['by the system', 'by reading and writing'] as const)('a file that is sent %s', (way) => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = await serve(way === 'by the system' ? system : undefined, join(dir, 'film'));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    Object.assign(seen, { answers: 0, ended: 0, bySystem: 0 });
    errors.length = 0;
  });

  /** Waits until the server knows that the client has all of its bytes. */
  const assertNothingHeld = async (): Promise<void> => {
    await waitUntil(() => seen.ended === seen.answers, { what: 'all answers to end' });
    expect([openFiles(), seen.buffers, seen.connections]).toEqual([0, 0, 0]);
  };
  const fetched = async (path: string): Promise<Buffer> => Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer());
  const connected = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** A client that sends many requests for the file before it reads a response. */
  const askOften = async (times: number): Promise<Socket> => {
    const socket = await connected();
    socket.pause();
    const ask = 'GET / HTTP/1.1\r\nhost: x\r\n';
    socket.write(`${`${ask}\r\n`.repeat(times - 1)}${ask}connection: close\r\n\r\n`);
    return socket;
  };

  test('when one connection requests the whole file, ranges and single bytes, then each response is exactly that', async () => {
    for (const [start, end] of [
      [0, SIZE - 1],
      [0, 0],
      [SIZE - 1, SIZE - 1],
      [65_535, 65_537],
      [1, 65_536],
      [7, SIZE - 9],
      [SIZE - 700_000, SIZE - 1],
    ] as const) {
      expect((await fetched(`/${start}-${end}`)).equals(film.subarray(start, end + 1))).toBe(true);
    }
    expect(seen.bySystem > SIZE).toBe(way === 'by the system');
    await assertNothingHeld();
  });

  test('when many clients read it at the same time, some of them slowly, then all receive the same bytes', async () => {
    const slow = async (): Promise<Buffer> => {
      const parts: Buffer[] = [];
      // One turn of the event loop for each part, so that the connection's buffer is full most of the time.
      for await (const part of await askOften(1)) {
        parts.push(part as Buffer);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return Buffer.concat(parts);
    };
    const [quick, slowly] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => fetched('/'))),
      Promise.all(Array.from({ length: 4 }, slow)),
    ]);
    expect(quick.every((body) => body.equals(film))).toBe(true);
    expect(slowly.every((body) => body.subarray(body.indexOf('\r\n\r\n') + 4).equals(film))).toBe(true);
    await assertNothingHeld();
  });

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'when a client disconnects without reading its thirty responses (%s), then every file is closed and every buffer is returned',
    async (leave) => {
      const socket = await askOften(REQUESTS);
      const isUnderWay = (): boolean =>
        seen.answers === REQUESTS && (way === 'by the system' ? seen.bySystem > 0 : seen.buffers === 2 * REQUESTS);
      await waitUntil(isUnderWay, { what: 'all answers to be under way' });
      expect([openFiles(), seen.ended]).toEqual([REQUESTS, 0]);
      socket[leave]();
      await assertNothingHeld();
    },
  );

  test('when clients with many pending requests disconnect at any moment, then no response waits forever', async () => {
    for (let pauseMs = 1; pauseMs <= 8; pauseMs += 1) {
      const leaving = await Promise.all(Array.from({ length: 5 }, () => askOften(20)));
      await setTimeout(pauseMs);
      for (const socket of leaving) socket.resetAndDestroy();
    }
    await assertNothingHeld();
  });

  test('when the client reads the responses late, then each of them is complete', async () => {
    const socket = await askOften(3);
    await waitUntil(() => seen.answers === 3, { what: 'all answers to be under way' });
    const bodies = await buffer(socket);
    const head = bodies.indexOf('\r\n\r\n') + 4;
    // The last response has another head: it announces the end of the connection.
    for (const from of [head, 2 * head + SIZE, bodies.length - SIZE]) expect(bodies.subarray(from, from + SIZE).equals(film)).toBe(true);
    await assertNothingHeld();
  });

  test('when clients disconnect during a response while others connect, then nobody receives bytes that another client requested', async () => {
    const descriptors = readdirSync('/proc/self/fd').length;
    for (let round = 0; round < 40; round += 1) {
      const leaving = await Promise.all(Array.from({ length: 3 }, connected));
      for (const socket of leaving) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await Promise.all(leaving.map((socket) => once(socket, 'data')));
      for (const socket of leaving) socket.resetAndDestroy();
      // The system assigns the descriptors of the closed connections to these first.
      const bodies = await Promise.all([11, 12, 13].map((start) => fetched(`/${start}-${start + 99_999}`)));
      expect(bodies.map((body, index) => body.equals(film.subarray(11 + index, 11 + index + 100_000)))).toEqual([true, true, true]);
    }
    await assertNothingHeld();
    const isAsBefore = (): boolean => readdirSync('/proc/self/fd').length <= descriptors + 10;
    await waitUntil(isAsBefore, { what: 'descriptors to be given back' });
  });

  test('when the file is shorter than the announced response, then the connection is aborted', async () => {
    const path = join(dir, `short-${way.length}`);
    await writeFile(path, film);
    await truncate(path, SIZE - 1);
    const shortened = await serve(way === 'by the system' ? system : undefined, path);
    const { port } = shortened.address() as AddressInfo;
    await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
    await assertNothingHeld();
    expect(errors).toEqual([new Error('The file is shorter than its record says')]);
    shortened.close();
  });
});
