import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { sendRaw } from '../support/gateway.ts';
import { expectError, responseOf, startProxy, type TestProxy } from '../support/proxy.ts';

const MIB = 1024 * 1024;
const BIG_BYTES = 128 * MIB;
/**
 * The most that a sender may write while the receiver reads nothing. The socket buffers from client to service hold 7 to 9 MiB on new
 * connections; the rest is a safety margin, still far below the size of the body. Each test opens a new connection, because the system
 * enlarges the buffers of older ones.
 */
const MAX_BUFFERED_BYTES = 48 * MIB;

/** Waits until a count stops increasing. */
const waitUntilStable = async (count: () => number): Promise<void> => {
  let last = -1;
  await waitUntil(
    () => {
      const isStable = last > 0 && count() === last;
      last = count();
      return isStable;
    },
    { everyMs: 200 },
  );
};

let proxy: TestProxy;
beforeEach(async () => {
  proxy = await startProxy();
});
afterEach(() => proxy.stop());

describe('bodies', () => {
  test('when JSON is posted, then the service receives the same bytes', async () => {
    const received = new Promise<string>((resolve) => {
      proxy.catalog.respondWith(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        resolve(Buffer.concat(chunks).toString());
        response.writeHead(200).end();
      });
    });
    const body = '{"name":"大会",  "__proto__": 1, broken';
    await proxy.post(body, { 'content-type': 'application/json' });
    expect(await received).toBe(body);
    expect(proxy.catalog.received.at(-1)?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('when the content type is unknown, then the service receives it; when it is malformed, then it is refused', async () => {
    const post = (type: string) => proxy.post('x', { 'content-type': type });
    expect(await (await post('application/x-unheard-of')).json()).toMatchObject({
      headers: { 'content-type': 'application/x-unheard-of' },
    });
    await expectError(await post('nonsense'), 'UnsupportedMediaType');
  });

  test('when a service refuses an upload before reading its body, then the client receives the response and can reuse its connection', async () => {
    proxy.catalog.respondWith((request, response) => {
      const refusal = request.method === 'POST' ? 413 : 200;
      response.writeHead(refusal, { 'content-type': 'text/plain' }).end(`answer ${refusal}`);
    });
    const head = `POST /api/contests HTTP/1.1\r\nHost: a\r\nContent-Length: ${8 * MIB}\r\n\r\n`;
    const next = 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const text = await sendRaw({ url: proxy.gateway.url, text: `${head}${'x'.repeat(8 * MIB)}${next}` });
    expect(text.match(/^HTTP\/1\.1 \d+|answer \d+/gm)).toEqual(['HTTP/1.1 413', 'answer 413', 'HTTP/1.1 200', 'answer 200']);
  });
});

describe('a body of at most 16 KiB', () => {
  test.each([16_384, 16_385])(
    'when %i bytes of Japanese text are posted, at once or in pieces, then they arrive unchanged',
    async (length) => {
      proxy.catalog.respondWith(async (request, response) => {
        const { 'content-length': bytes, 'transfer-encoding': coding } = request.headers;
        response.setHeader('x-received', `${bytes} ${coding}`).end(await buffer(request));
      });
      const body = Buffer.from('大会'.repeat(length)).subarray(0, length);
      for (const first of [length, 100]) {
        const request = proxy.open('POST', { 'content-length': length, expect: '100-continue' });
        request.flushHeaders();
        await once(request, 'continue');
        request.write(body.subarray(0, first));
        await proxy.gateway.get('/healthz');
        request.end(body.subarray(first));
        const response = await responseOf(request);
        expect(response.headers['x-received']).toBe(`${length} undefined`);
        expect((await buffer(response)).equals(body)).toBe(true);
      }
    },
  );

  test.each([
    ['closes its connection', (client: Socket) => client.destroy()],
    ['sends no more', (client: Socket) => client.end()],
  ])('when a client %s before the end of the body, then nothing is forwarded', async (_what, stop) => {
    const { hostname, port } = new URL(proxy.gateway.url);
    const client = connect(Number(port), hostname);
    client.write('POST /api/contests HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 300\r\n\r\n');
    await once(client, 'data');
    client.write('a part');
    await proxy.gateway.get('/api/contests');
    client.resume();
    stop(client);
    await once(client, 'close');
    await proxy.gateway.get('/api/contests');
    expect(proxy.catalog.received.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

describe('backpressure', () => {
  test.each(['with a content length', 'in chunks'])(
    'when 128 MiB are uploaded %s to a slow service, then the client is paused and every byte arrives',
    async (how) => {
      let received = 0;
      let startReading: () => void = () => undefined;
      proxy.catalog.respondWith((request, response) => {
        request.pause();
        startReading = () => {
          request.on('data', (chunk: Buffer) => {
            received += chunk.length;
          });
          request.on('end', () => response.writeHead(200).end('ok'));
          request.resume();
        };
      });
      const request = proxy.open('POST', how === 'in chunks' ? {} : { 'content-length': BIG_BYTES });
      const response = responseOf(request);
      const block = Buffer.alloc(MIB, 7);
      let sent = 0;
      const sending = (async () => {
        for (; sent < BIG_BYTES; sent += block.length) {
          if (!request.write(block)) await once(request, 'drain');
        }
        request.end();
      })();
      // The service reads nothing yet: the client can only send what fits into the socket buffers, because the gateway does not store the rest.
      await waitUntilStable(() => sent);
      expect(sent).toBeLessThan(MAX_BUFFERED_BYTES);
      startReading();
      await sending;
      expect((await response).statusCode).toBe(200);
      expect(received).toBe(BIG_BYTES);
    },
  );

  test('when a slow client downloads 128 MiB, then the service is paused and every byte arrives', async () => {
    const block = Buffer.alloc(MIB, 9);
    let sent = 0;
    proxy.catalog.respondWith((_request, response) => {
      response.writeHead(200, { 'content-length': BIG_BYTES });
      const push = (): void => {
        while (sent < BIG_BYTES) {
          sent += block.length;
          if (!response.write(block)) return void response.once('drain', push);
        }
        response.end();
      };
      push();
    });
    const request = proxy.open('GET');
    request.end();
    const response = await responseOf(request);
    // The client reads nothing yet: the service can only send what fits into the socket buffers.
    await waitUntilStable(() => sent);
    expect(sent).toBeLessThan(MAX_BUFFERED_BYTES);
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    expect(received).toBe(BIG_BYTES);
  });
});
