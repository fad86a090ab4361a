import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { createServiceAgent } from '../src/index.ts';
import { uniqueLoopbackAddress, waitUntil } from '../src/testing/index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const answer: RequestListener = async (request, response) => void response.end(await text(request));

/** Replicas of a service at addresses of their own, with the same port. Undefined: nothing listens there. */
const startReplicas = async (...listeners: (RequestListener | undefined)[]) => {
  const addresses = listeners.map(uniqueLoopbackAddress);
  /** The replicas that received a request, in turn. */
  const received: number[] = [];
  let port = 0;
  for (const [index, listener] of listeners.entries()) {
    if (!listener) continue;
    const server = createServer((request, response) => {
      received.push(index);
      listener(request, response);
    }).listen(port, addresses[index]);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    servers.push(server);
  }
  let found = addresses.map((address) => ({ address, family: 4 }));
  const agent = createServiceAgent({
    retryMs: 10_000,
    resolve: (_host, done) => {
      if (found.length > 0) done(null, found);
      else done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
    },
  });
  return {
    received,
    setFound: (next: typeof found) => {
      found = next;
    },
    send: async (method: 'GET' | 'POST' = 'POST', body: string | Readable | null = null) => {
      const response = await agent.request({ origin: `http://orders:${port}`, path: '/', method, body, headersTimeout: 500 });
      return response.body.text();
    },
    found,
  };
};

test('when a name has several addresses, then requests go to each of them in turn', async () => {
  const { send, received } = await startReplicas(answer, answer, answer);
  for (let count = 0; count < 6; count += 1) await send();
  expect(received.toSorted()).toEqual([0, 0, 1, 1, 2, 2]);
});

test('when requests are so rare that each needs a new lookup, then they go to each address, too', async () => {
  const { send, received } = await startReplicas(answer, answer, answer);
  const reachesAll = async (): Promise<boolean> => {
    await send();
    return new Set(received).size === 3;
  };
  // Addresses are known for one second.
  await waitUntil(reachesAll, { everyMs: 1100 });
});

test('when one replica accepts no connections, then any request goes to another one, with its whole body', async () => {
  const { send, received } = await startReplicas(undefined, answer);
  for (let count = 0; count < 4; count += 1) {
    expect(await send('POST', 'at once')).toBe('at once');
    expect(await send('POST', Readable.from(['in ', 'pieces']))).toBe('in pieces');
  }
  expect(new Set(received)).toEqual(new Set([1]));
  expect(received).toHaveLength(8);
});

test('when a connection ends before the response, then only a GET is sent again, once, to another replica', async () => {
  const disconnect: RequestListener = (request) => request.socket.destroy();
  const { send, received } = await startReplicas(disconnect, disconnect);
  await expect(send('POST')).rejects.toThrow();
  expect(received).toHaveLength(1);
  await expect(send('GET')).rejects.toThrow();
  expect(received).toHaveLength(3);
  expect(received[1]).not.toBe(received[2]);
});

test('when a response breaks off, then the request is not sent again', async () => {
  const { send, received } = await startReplicas((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
  });
  await expect(send('GET')).rejects.toThrow();
  expect(received).toHaveLength(1);
});

test('when a replica does not respond in time, then the request is not sent again', async () => {
  const { send, received } = await startReplicas(() => undefined);
  await expect(send('GET')).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  expect(received).toHaveLength(1);
});

test('when a replica closes its connections, because it is stopping, then requests soon go to the other one', async () => {
  const { send, received } = await startReplicas((_request, response) => void response.setHeader('connection', 'close').end(), answer);
  await waitUntil(async () => {
    await send();
    return received.includes(0) && received.slice(-4).every((replica) => replica === 1) && received.length > 4;
  });
});

test('when a name has no address for a moment, then requests wait for one', async () => {
  const { send, setFound, found } = await startReplicas(answer);
  setFound([]);
  const waiting = send('POST', 'late');
  setFound(found);
  expect(await waiting).toBe('late');
});

test('when a name has addresses of both families, then those of IPv4 are used', async () => {
  const { send, setFound, found, received } = await startReplicas(answer);
  setFound([{ address: '::1', family: 6 }, ...found]);
  for (let count = 0; count < 3; count += 1) expect(await send('POST', 'x')).toBe('x');
  expect(received).toHaveLength(3);
});
