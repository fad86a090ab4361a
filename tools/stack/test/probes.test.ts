import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { respondsOverHttp } from '../src/processes/probes.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const startServer = async (onRequest: RequestListener): Promise<string> => {
  server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('when a server responds with 2xx to the address with its query, then it is ready; with any other status, it is not', async () => {
  const url = await startServer((request, response) => response.writeHead(request.url === '/ready?now=1' ? 204 : 503).end());
  expect(await respondsOverHttp(`${url}/ready?now=1`)).toBe(true);
  expect(await respondsOverHttp(`${url}/ready`)).toBe(false);
});

test('when nothing listens, then the server is not ready', async () => {
  const url = await startServer(() => undefined);
  await new Promise((resolve) => server.close(resolve));
  expect(await respondsOverHttp(`${url}/`)).toBe(false);
});

test('when a response that is not 2xx never ends, then the probe ends', async () => {
  const url = await startServer((_request, response) => {
    response.writeHead(503);
    const pieces = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(pieces));
  });
  expect(await respondsOverHttp(`${url}/`)).toBe(false);
});
