import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * A loopback address that no other program listens on, so that a port that a test gives up there is still free when it listens on it again.
 * Only Linux routes all of 127.0.0.0/8 to loopback by default.
 */
export const uniqueLoopbackAddress = (): string =>
  process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}` : '127.0.0.1';

/** A TCP proxy in front of a server. A test can cut all its connections and restore it under the same address. */
export const startTcpProxy = async (target: string) => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let onRequest: (() => void) | undefined;
  let delayMs = 0;
  /** Passes each response on after the delay. */
  const delayed = (): Transform =>
    new Transform({
      transform: (chunk, _encoding, pass) => {
        if (delayMs > 0) setTimeout(pass, delayMs, null, chunk);
        else pass(null, chunk);
      },
    });
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    const responses = upstream.pipe(delayed());
    client.pipe(upstream);
    responses.pipe(client);
    client.on('data', () => {
      if (!onRequest) return;
      responses.unpipe(client);
      onRequest();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const host = uniqueLoopbackAddress();
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, host, resolve));
  await listen(0);
  const ownPort = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.host = `${host}:${ownPort}`;
  // Otherwise the driver would learn the server's own address from the replica set, and go past the proxy.
  if (url.protocol === 'mongodb:') url.searchParams.set('directConnection', 'true');

  const cut = () =>
    new Promise<void>((resolve) => {
      onRequest = undefined;
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: url.href,
    /** Closes all connections and refuses new ones. */
    cut,
    /** Accepts connections again. */
    restore: () => listen(ownPort),
    /** Withholds responses until the next {@link cut}; resolves once a request has arrived. */
    holdResponses: () =>
      new Promise<void>((resolve) => {
        onRequest = resolve;
      }),
    /** Makes every response late. */
    delayResponses: (ms: number): void => {
      delayMs = ms;
    },
    stop: async () => (server.listening ? cut() : undefined),
  };
};
