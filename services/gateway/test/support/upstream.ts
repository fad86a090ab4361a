import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers'] };
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const echo =
  (service: string): Handler =>
  (request, response) => {
    request.resume();
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ service, method: request.method, url: request.url, headers: request.headers }));
  };

/** A fake service: a real HTTP server that returns each request as JSON, or responds as the test defines. */
export const startUpstream = async (service: string, { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {}) => {
  let handler = echo(service);
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    received,
    respondWith: (next: Handler) => {
      handler = next;
    },
    respondWithEcho: () => {
      handler = echo(service);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type TestUpstream = Awaited<ReturnType<typeof startUpstream>>;
