import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AppError,
  buildServer,
  commonConfig,
  commonConstants,
  createLogger,
  createMetrics,
  loadConfig,
  type Server,
} from '../src/index.ts';
import { waitUntil } from '../src/testing/index.ts';

const SECRET = 'card-4242-of-taro@example.jp';
const PAGE = 'fl3PqY4LWmllHQXimoAQVeRZ2UPhObUp0IsZ0Gs5P5k';

/** Like an error of an SDK: it carries the request that failed. */
class VendorError extends Error {
  override readonly name = 'VendorError';
  readonly code = 'signature_invalid';
  readonly payload = SECRET;
  readonly raw = { headers: { authorization: SECRET } };
}

const lines: string[] = [];
const logged = () => lines.map((line) => JSON.parse(line));
const logger = createLogger({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
let server: Server;
let listening: Promise<string>;
const waiting: (() => void)[] = [];

beforeAll(async () => {
  server = await buildServer({
    service: 'test',
    config: { ...loadConfig(commonConfig, { NODE_ENV: 'test' }), ...commonConstants },
    logger,
    metrics: createMetrics('test'),
    checks: {},
  });
  server.get('/page/:id', { config: { guard: 'public' } }, async () => ({ ok: true }));
  server.get('/waiting', { config: { guard: 'public' } }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return {};
  });
  server.get('/refused', { config: { guard: 'public' } }, async () => {
    throw new AppError('WebhookInvalid', { cause: new VendorError('the signature does not match') });
  });
  server.get('/failed', { config: { guard: 'public' } }, async () => {
    throw new AppError('PaymentUnavailable', { cause: new VendorError('no answer') });
  });
  server.get('/limited', { config: { guard: 'public' } }, async () => {
    throw new AppError('CodeResendTooSoon', { retryAfterSeconds: 60 });
  });
  listening = server.listen({ host: '127.0.0.1', port: 0 });
  await listening;
});
afterAll(async () => {
  await server?.close();
});

test.each([
  ['/refused', 'Request refused', 'cause', 'the signature does not match'],
  ['/failed', 'Request failed', 'err', 'PaymentUnavailable: no answer'],
])('when %s ends in a vendor’s error, the log says which and keeps nothing that hung on it', async (url, msg, field, message) => {
  lines.length = 0;
  await server.inject(url);
  const line = logged().find((each) => each.msg === msg);
  expect(line[field]).toMatchObject({ message });
  expect(line[field].stack).toContain('VendorError');
  expect(lines.join()).not.toContain(SECRET);
});

test('when a request ends, then one line says what was asked, what was sent, and how long it took', async () => {
  lines.length = 0;
  await server.inject('/page/1');
  expect(logged()).toEqual([
    expect.objectContaining({
      req: { method: 'GET', url: '/page/1', host: 'localhost:80', remoteAddress: '127.0.0.1' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number),
    }),
  ]);
});

test('when a client disconnects before the response, then the request has a line too, also behind another one on its connection', async () => {
  const { port } = new URL(await listening);
  lines.length = 0;
  const client = connect(Number(port), '127.0.0.1');
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  client.write(`${get('/waiting')}${get('/page/2')}`);
  await waitUntil(async () => waiting.length === 1);
  client.destroy();
  await waitUntil(async () => lines.length === 2);
  for (const finish of waiting) finish();
  expect(logged().map(({ req, msg }) => [req.url, req.remoteAddress, msg])).toEqual([
    ['/waiting', '127.0.0.1', 'request aborted'],
    ['/page/2', '127.0.0.1', 'request aborted'],
  ]);
});

test('when a limit refuses a flood, then each client leaves one line, which is a warning with the code', async () => {
  lines.length = 0;
  const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.1'];
  for (const address of [...addresses, ...addresses]) await server.inject({ url: '/limited', headers: { 'x-forwarded-for': address } });
  expect(logged().map(({ level, msg, code, req }) => [level, msg, code, req.remoteAddress])).toEqual([
    [40, 'Limit reached', 'CodeResendTooSoon', '198.51.100.1'],
    [40, 'Limit reached', 'CodeResendTooSoon', '198.51.100.2'],
  ]);
});

test('when a client sends what is no HTTP request, repeatedly, then it leaves one line with the reason', async () => {
  const { port } = new URL(await listening);
  lines.length = 0;
  for (const text of [
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    '\u0016\u0003\u0001\r\n\r\n',
  ]) {
    const client = connect(Number(port), '127.0.0.1', () => client.write(text, 'latin1'));
    await once(client.resume(), 'close');
  }
  expect(logged()).toEqual([
    expect.objectContaining({ level: 40, msg: 'Request could not be parsed', client: '127.0.0.1', reason: expect.stringMatching(/^HPE_/) }),
  ]);
});

test('when an address contains a secret, then the log does not contain the secret', async () => {
  lines.length = 0;
  await server.inject(`/page/${PAGE}?token=${PAGE}`);
  await server.inject('/page/1?email=a%40example.jp&password=Hanamaru2026&q=%E5%B1%B1%E7%94%B0&empty=');
  await server.inject('/page/019a9f3c-1c3f-747d-a51c-42a8bdac3a50');
  const urls = logged().flatMap(({ req }) => (req ? [req.url] : []));
  expect(urls).toEqual([
    '/page/[redacted]?token=[redacted]',
    '/page/1?email=[redacted]&password=[redacted]&q=[redacted]&empty=',
    '/page/019a9f3c-1c3f-747d-a51c-42a8bdac3a50',
  ]);
  expect(lines.join()).not.toContain(PAGE);
});

test('when a value has line breaks or placeholders, then it stays one value of one line, which says when and where', () => {
  lines.length = 0;
  const value = 'taro"}\n{"level":60,"msg":"forged %s %j"}';
  logger.info({ value }, 'Text from a visitor');
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
  expect(logged()).toEqual([{ level: 30, time: expect.any(Number), service: 'test', value, msg: 'Text from a visitor' }]);
});
