import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingMessage['headers'] };
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const echo =
  (service: string): Answer =>
  (request, response) => {
    request.resume();
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ service, method: request.method, url: request.url, headers: request.headers }));
  };

/** A real HTTP server in a service's place, down to its sockets: answers with what it got, or by hand. */
export const startUpstream = async (service: string, { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {}) => {
  let answer = echo(service);
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    seen,
    answerBy: (next: Answer) => {
      answer = next;
    },
    echoAgain: () => {
      answer = echo(service);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type TestUpstream = Awaited<ReturnType<typeof startUpstream>>;
