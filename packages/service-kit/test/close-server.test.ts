import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from '@jest/globals';
import { createLifecycle, createLogger } from '../src/index.ts';
import { closeServer } from '../src/server/close-server.ts';
import { waitUntil } from '../src/testing/index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

let server: Server;
let url: string;
/** How its responses learned that they ended. */
let cut: string[];
let endAnswer: () => void;
beforeEach(async () => {
  cut = [];
  server = createServer((request, response) => {
    response.once('close', () => !response.writableFinished && cut.push(String(request.url)));
    response.writeHead(200).write('first');
    endAnswer = () => response.end(', last');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const close = () => new Promise((resolve) => server.close(resolve));

test('when a response ends while the server closes, then the client receives all of it', async () => {
  const response = await fetch(`${url}/short`);
  const closed = closeServer({ server, close, drainMs: 60_000 });
  endAnswer();
  expect(await response.text()).toBe('first, last');
  await closed;
  expect(cut).toEqual([]);
});

test('when a response takes longer than the grace period, then it is aborted, so that later shutdown steps have time left', async () => {
  const response = await fetch(`${url}/endless`);
  const lifecycle = createLifecycle({ logger, timeoutMs: 60_000 });
  const left: number[] = [];
  lifecycle.onStop('database', (leftMs) => left.push(leftMs));
  lifecycle.onStop('http', () => closeServer({ server, close, drainMs: 20 }));
  await lifecycle.stop();
  await expect(response.text()).rejects.toThrow();
  await waitUntil(() => cut.length > 0, { what: 'the answer to be told' });
  expect(cut).toEqual(['/endless']);
  expect(left.length).toBe(1);
  expect(left[0]).toBeGreaterThan(1000);
});
