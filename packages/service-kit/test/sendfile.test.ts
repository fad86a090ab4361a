import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openSendfile, type Sendfile } from '../src/files/sendfile.ts';
import { waitUntil } from '../src/testing/index.ts';

const BYTES = randomBytes(1024 * 1024);

let dir: string;
let file: FileHandle;
let server: Server;
let kernel: Sendfile;
const told: unknown[] = [];
beforeEach(async () => {
  told.length = 0;
  dir = await mkdtemp(join(tmpdir(), 'kernel-send-'));
  await writeFile(join(dir, 'film'), BYTES);
  file = await open(join(dir, 'film'), 'r');
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const opened = await openSendfile({ info: (...facts: unknown[]) => told.push(facts) });
  if (!opened) throw new Error(`this system cannot send files: ${JSON.stringify(told)}`);
  kernel = opened;
});
afterEach(async () => {
  server.close();
  await file.close();
  await rm(dir, { recursive: true });
});

/** Both ends of a new connection: the server's and the client's. */
const connected = async (): Promise<{ near: Socket; far: Socket }> => {
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[near]] = (await Promise.all([once(server, 'connection'), once(far, 'connect')])) as [[Socket], unknown];
  return { near, far };
};
/** The close-on-exec flag of `open`, as `/proc/self/fdinfo` shows it. */
const CLOSE_ON_EXEC = 0o2000000;
/** The descriptor that listed the folder is already closed when it is checked. */
const linkOf = (fd: string): string | undefined => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
};
const descriptorOf = (socket: Socket): number => (socket as Socket & { _handle: { fd: number } })._handle.fd;
const pin = (socket: Socket) => {
  const connection = kernel.pinConnection(socket);
  if (!connection) throw new Error('the connection could not be pinned');
  return connection;
};

describe('a pinned connection', () => {
  test('when part of a file is sent, then its client receives exactly that part', async () => {
    const { near, far } = await connected();
    const connection = pin(near);
    expect(await connection.send({ file, position: 5, most: 8 })).toBe(8);
    connection.release();
    near.end();
    expect((await buffer(far)).equals(BYTES.subarray(5, 13))).toBe(true);
  });

  test('when a child process is started, then it does not inherit the duplicate descriptor of the connection', async () => {
    const { near, far } = await connected();
    const name = readlinkSync(`/proc/self/fd/${descriptorOf(near)}`);
    const descriptors = () => readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === name && Number(fd) !== descriptorOf(near));
    expect(descriptors()).toEqual([]);
    const connection = pin(near);
    const own = descriptors();
    expect(own).toHaveLength(1);
    const [, flags = ''] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${own[0]}`, 'utf8')) ?? [];
    expect(Number.parseInt(flags, 8) & CLOSE_ON_EXEC).toBe(CLOSE_ON_EXEC);
    const listeners = near.listenerCount('close');
    connection.release();
    expect(descriptors()).toEqual([]);
    expect(near.listenerCount('close')).toBe(listeners - 1);
    near.destroy();
    far.destroy();
  });

  test('when it is closed and another client gets its descriptor number, then that client receives nothing meant for the first', async () => {
    const first = await connected();
    const number = descriptorOf(first.near);
    const connection = pin(first.near);
    first.near.destroy();
    await once(first.near, 'close');
    // The next connection gets the free number: here its client's end, in production the server's.
    const ends: Socket[] = [];
    while (!ends.map(descriptorOf).includes(number) && ends.length < 100) ends.push(...Object.values(await connected()));
    expect(ends.map(descriptorOf)).toContain(number);
    await connection.send({ file, position: 0, most: BYTES.length });
    connection.release();
    for (const end of ends) end.end('its own');
    expect((await Promise.all(ends.map(buffer))).map(String)).toEqual(ends.map(() => 'its own'));
    first.far.destroy();
  });

  test('when it is closed, then its client notices at once, and only the running call still sends', async () => {
    const { near, far } = await connected();
    const connection = pin(near);
    far.resume();
    near.destroy();
    await once(far, 'end');
    expect(await connection.send({ file, position: 0, most: BYTES.length })).toBe(0);
    for (const _time of [1, 2]) connection.release();
  });

  test('when its client has disconnected, then nothing is sent and the process keeps running', async () => {
    const { near, far } = await connected();
    near.on('error', () => undefined);
    const connection = pin(near);
    far.resetAndDestroy();
    await waitUntil(() => near.closed, { what: 'the connection to be closed' });
    expect(await connection.send({ file, position: 0, most: BYTES.length })).toBe(0);
    connection.release();
  });

  test('when its buffer is full, then nothing is sent', async () => {
    const { near, far } = await connected();
    far.pause();
    const connection = pin(near);
    let sent = 0;
    // Ends when the buffers of both ends are full.
    for (let taken = 1; taken > 0; sent += taken) taken = await connection.send({ file, position: 0, most: BYTES.length });
    expect(sent).toBeGreaterThan(0);
    connection.release();
    near.destroy();
  });

  test('when a file system does not support sendfile, then this is logged once, and no connection is pinned any more', async () => {
    const { near, far } = await connected();
    const connection = pin(near);
    const memory = await open('/proc/self/mem', 'r');
    for (const _time of [1, 2]) expect(await connection.send({ file: memory, position: 0, most: 10 })).toBe(0);
    await memory.close();
    connection.release();
    expect(told).toEqual([[{ errno: expect.any(Number) }, 'This file system does not support sendfile']]);
    expect(kernel.pinConnection(near)).toBeUndefined();
    near.destroy();
    far.destroy();
  });
});

test('when a connection was closed, then it cannot be pinned', async () => {
  const { near, far } = await connected();
  near.destroy();
  expect(kernel.pinConnection(near)).toBeUndefined();
  far.destroy();
});
