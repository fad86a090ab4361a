import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { sendRaw } from './support/gateway.ts';
import { answerOf, expectRefusal, type Relay, startRelay } from './support/relay.ts';

const MIB = 1024 * 1024;
const BIG_BYTES = 128 * MIB;
/**
 * The sockets' buffers on the whole way take 7 to 9 MiB while a connection is young, and more where a system lets them grow; an older
 * connection's have grown, so each test opens its own.
 */
const BUFFERS_BYTES = 48 * MIB;

/** Waits until a count has stopped growing. */
const waitUntilStill = async (count: () => number): Promise<void> => {
  let last = -1;
  await waitUntil(
    () => {
      const isStill = last > 0 && count() === last;
      last = count();
      return isStill;
    },
    { everyMs: 200 },
  );
};

let relay: Relay;
beforeEach(async () => {
  relay = await startRelay();
});
afterEach(() => relay.stop());

describe('bodies', () => {
  test('when JSON is posted, the service gets its very bytes', async () => {
    const received = new Promise<string>((resolve) => {
      relay.catalog.answerBy(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        resolve(Buffer.concat(chunks).toString());
        response.writeHead(200).end();
      });
    });
    const body = '{"name":"大会",  "__proto__": 1, broken';
    await relay.post(body, { 'content-type': 'application/json' });
    expect(await received).toBe(body);
    expect(relay.catalog.seen.at(-1)?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('when the content type is none that anybody knows, the service decides on it; what is no content type is refused', async () => {
    const post = (type: string) => relay.post('x', { 'content-type': type });
    expect(await (await post('application/x-unheard-of')).json()).toMatchObject({
      headers: { 'content-type': 'application/x-unheard-of' },
    });
    await expectRefusal(await post('nonsense'), 'UnsupportedMediaType');
  });

  test('when a service refuses an upload by its headers alone, the client can send on, read the refusal and use its connection again', async () => {
    relay.catalog.answerBy((request, response) => {
      const refusal = request.method === 'POST' ? 413 : 200;
      response.writeHead(refusal, { 'content-type': 'text/plain' }).end(`answer ${refusal}`);
    });
    const head = `POST /api/contests HTTP/1.1\r\nHost: a\r\nContent-Length: ${8 * MIB}\r\n\r\n`;
    const next = 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const text = await sendRaw({ url: relay.gateway.url, text: `${head}${'x'.repeat(8 * MIB)}${next}` });
    expect(text.match(/^HTTP\/1\.1 \d+|answer \d+/gm)).toEqual(['HTTP/1.1 413', 'answer 413', 'HTTP/1.1 200', 'answer 200']);
  });
});

describe('somebody who is slow', () => {
  test.each(['with its length', 'in chunks'])(
    'when 128 MiB are uploaded %s to a slow service, the client is held back and every byte arrives',
    async (how) => {
      let received = 0;
      let startReading: () => void = () => undefined;
      relay.catalog.answerBy((request, response) => {
        request.pause();
        startReading = () => {
          request.on('data', (chunk: Buffer) => {
            received += chunk.length;
          });
          request.on('end', () => response.writeHead(200).end('ok'));
          request.resume();
        };
      });
      const request = relay.open('POST', how === 'in chunks' ? {} : { 'content-length': BIG_BYTES });
      const answer = answerOf(request);
      const block = Buffer.alloc(MIB, 7);
      let sent = 0;
      const sending = (async () => {
        for (; sent < BIG_BYTES; sent += block.length) {
          if (!request.write(block)) await once(request, 'drain');
        }
        request.end();
      })();
      // The service reads nothing yet: what does not fit into the buffers of three sockets waits with the client, not in the gateway.
      await waitUntilStill(() => sent);
      expect(sent).toBeLessThan(BUFFERS_BYTES);
      startReading();
      await sending;
      expect((await answer).statusCode).toBe(200);
      expect(received).toBe(BIG_BYTES);
    },
  );

  test('when a slow client downloads 128 MiB, the service is held back and every byte arrives', async () => {
    const block = Buffer.alloc(MIB, 9);
    let sent = 0;
    relay.catalog.answerBy((_request, response) => {
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
    const request = relay.open('GET');
    request.end();
    const answer = await answerOf(request);
    // Nobody reads yet: what fits into the buffers of three sockets is sent, and then nothing more.
    await waitUntilStill(() => sent);
    expect(sent).toBeLessThan(BUFFERS_BYTES);
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;
    expect(received).toBe(BIG_BYTES);
  });
});
