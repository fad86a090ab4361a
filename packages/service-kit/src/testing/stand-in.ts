import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown };
export type StandInAnswer = { status?: number; body: unknown };
export type StandInHandler = (request: SeenRequest) => StandInAnswer | Promise<StandInAnswer>;

/**
 * A real HTTP server in the place of another StageReel service: routes by `METHOD /path`, requests kept in `seen`.
 * What it answers should be made by the contract's schemas.
 */
export const startStandIn = async (routes: Record<string, StandInHandler>) => {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    const record: SeenRequest = {
      method: request.method ?? 'GET',
      path,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    seen.push(record);
    const handler = routes[`${record.method} ${path}`];
    const { status = 200, body } = handler ? await handler(record) : { status: 404, body: { code: 'NotFound', message: path } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Replaces or adds a route. */
    route: (name: string, handler: StandInHandler) => {
      routes[name] = handler;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
