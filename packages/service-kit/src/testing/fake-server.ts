import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: unknown };
export type FakeResponse = { status?: number; headers?: Record<string, string>; body: unknown };
export type FakeHandler = (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>;

/**
 * A real HTTP server in place of another StageReel service. Routes are keyed by `METHOD /path`; all requests are kept in `requests`.
 * Make its responses with the schemas of `contracts`, so that they cannot differ from the real service's.
 */
export const startFakeServer = async (routes: Record<string, FakeHandler>) => {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake-server');
    const received: ReceivedRequest = {
      method: request.method ?? 'GET',
      path,
      query,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    requests.push(received);
    const handler = routes[`${received.method} ${path}`];
    const {
      status = 200,
      headers,
      body,
    }: FakeResponse = handler ? await handler(received) : { status: 404, body: { code: 'NotFound', message: path } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Adds or replaces a route. */
    route: (name: string, handler: FakeHandler) => {
      routes[name] = handler;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
