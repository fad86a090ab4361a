import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
type GivenResponse = { status?: number; headers?: Record<string, string>; body?: string };

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** A real HTTP server for one test: records requests, sends the given responses, and never responds for `null`. */
export const startHttpServer = async (respondTo: (request: ReceivedRequest) => GivenResponse | null) => {
  const requests: ReceivedRequest[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const arrived = { method, path: url, headers, body: await readBody(request) };
    requests.push(arrived);
    const given = respondTo(arrived);
    if (given === null) return;
    response.writeHead(given.status ?? 200, given.headers);
    response.end(given.body);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
