import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createInternalClient } from '../src/index.ts';
import { startFakeServer } from '../src/testing/index.ts';

/** A server whose connections the test can see, with its address. */
const startServer = async (respond: RequestListener) => {
  const server = createServer(respond).listen(0, '127.0.0.1');
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createInternalClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'secret-token' });
  const ask = (method: 'GET' | 'POST' = 'GET') => client.request({ method, path: '/internal/thing', schema: z.object({ n: z.int() }) });
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { server, ask, connections: () => connections, stop };
};

describe('internal client', () => {
  test('when the other service refuses with an agreed status, then the caller receives its reasons; any other failure, and a redirect, is ServiceUnavailable', async () => {
    const other = await startFakeServer({
      'POST /internal/refusable': ({ body }) =>
        (body as { yes: boolean }).yes ? { body: { n: 1 } } : { status: 409, body: { why: 'no' } },
      'GET /internal/broken': () => ({ body: { n: 'one' } }),
      'GET /internal/moved': () => ({ status: 307, headers: { location: '/internal/elsewhere' }, body: {} }),
      'GET /internal/elsewhere': () => ({ body: {} }),
    });
    const client = createInternalClient({ baseUrl: other.url, token: 'secret-token' });
    const send = (yes: boolean) =>
      client.requestRefusable({
        method: 'POST',
        path: '/internal/refusable',
        body: { yes },
        schema: z.object({ n: z.int() }),
        refusal: { status: 409, schema: z.object({ why: z.string() }) },
      });
    expect(await send(true)).toEqual({ response: { n: 1 } });
    expect(await send(false)).toEqual({ refused: { why: 'no' } });
    expect(other.requests[0]?.headers['x-internal-token']).toBe('secret-token');
    await expect(client.request({ path: '/internal/broken', schema: z.object({ n: z.int() }) })).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    await expect(client.request({ path: '/internal/moved', schema: z.unknown() })).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(other.requests.map(({ path }) => path)).not.toContain('/internal/elsewhere');
    await other.stop();
    await expect(send(true)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  test('when requests follow one another, then connections are reused; when one is lost, a GET is sent again', async () => {
    let isLost = false;
    const { ask, connections, stop } = await startServer((request, response) => {
      if (isLost) request.socket.destroy();
      else response.end('{"n":1}');
      isLost = false;
    });
    for (let count = 0; count < 10; count += 1) expect(await ask()).toEqual({ n: 1 });
    // The next request may come a moment before the connection of the last one is free.
    expect(connections()).toBeLessThanOrEqual(2);
    isLost = true;
    expect(await ask()).toEqual({ n: 1 });
    expect(isLost).toBe(false);
    isLost = true;
    await expect(ask('POST')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    stop();
  });

  test('when the other service begins no response, or does not end it, then the caller waits for 4 s', async () => {
    const silent = await startServer(() => undefined);
    const halting = await startServer((_request, response) => response.writeHead(200).write('{"n":'));
    const at = performance.now();
    const failure = { code: 'ServiceUnavailable', cause: { name: 'TimeoutError' } };
    await Promise.all([silent, halting].map(({ ask }) => expect(ask('POST')).rejects.toMatchObject(failure)));
    expect(performance.now() - at).toBeGreaterThan(3900);
    silent.stop();
    halting.stop();
  });
});
