import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createBufferPool } from '../src/files/buffer-pool.ts';
import { readPieces } from '../src/files/read-pieces.ts';
import { sendPieces } from '../src/files/send-pieces.ts';
import { waitUntil } from '../src/testing/index.ts';

const SIZE = 16 * 1024 * 1024;
const REQUESTS = 30;

/** What answers hold right now, and how many there have been. */
const held = { buffers: 0, answers: 0, ended: 0 };
const handles: FileHandle[] = [];
/** A closed one has no descriptor any more. */
const openFiles = (): number => handles.filter(({ fd }) => fd !== -1).length;
const pool = createBufferPool();
const counting = {
  borrow: () => {
    held.buffers += 1;
    return pool.borrow();
  },
  giveBack: (buffer: Buffer) => {
    held.buffers -= 1;
    pool.giveBack(buffer);
  },
};

let dir: string;
let server: Server;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'send-pieces-'));
  const path = join(dir, 'film');
  await writeFile(path, Buffer.alloc(SIZE, 'x'));
  server = createServer(async (_request, response) => {
    const file = await open(path, 'r');
    handles.push(file);
    held.answers += 1;
    response.writeHead(200, { 'content-length': SIZE });
    await sendPieces({ pieces: readPieces({ file, start: 0, end: SIZE - 1, pool: counting }), into: response });
    held.ended += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  Object.assign(held, { answers: 0, ended: 0 });
});

/** A client that asks for the file again and again before it reads anything. */
const askOften = async (times: number) => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(times));
  return socket;
};

describe('answers that wait behind one another on a connection', () => {
  test.each(['destroy', 'resetAndDestroy'] as const)(
    'when the client goes without reading them (%s), every file is closed and every buffer is back',
    async (leave) => {
      const socket = await askOften(REQUESTS);
      await waitUntil(() => held.answers === REQUESTS && held.buffers === 2 * REQUESTS, { what: 'all answers to be under way' });
      expect([openFiles(), held.ended]).toEqual([REQUESTS, 0]);
      socket[leave]();
      await waitUntil(() => held.ended === REQUESTS, { what: 'all answers to end' });
      expect([openFiles(), held.buffers]).toEqual([0, 0]);
    },
  );

  test('when the client reads them after all, each of them comes whole', async () => {
    const socket = await askOften(3);
    await waitUntil(() => held.answers === 3, { what: 'all answers to be under way' });
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    socket.resume();
    await waitUntil(() => held.ended === 3 && received > 3 * SIZE, { what: 'all bytes' });
    expect(received).toBeLessThan(3 * (SIZE + 1024));
    socket.destroy();
    expect([openFiles(), held.buffers]).toEqual([0, 0]);
  });
});
