import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { buildServer, commonConfig, commonConstants, createLogger, createMetrics, loadConfig, type Server } from '@stagereel/service-kit';
import { testBacking } from '@stagereel/service-kit/testing';
import { registerCrossSiteCheck } from '../../src/entry/cross-site.ts';
import { registerHostCheck } from '../../src/entry/host-header.ts';
import { registerRateLimit } from '../../src/entry/rate-limit.ts';
import { reportRejectedTargets, routableTarget } from '../../src/entry/request-target.ts';
import { requestTarget } from '../support/gateway.ts';

const lines: string[] = [];
const logged = () => lines.map((line) => JSON.parse(line));
let server: Server;
let url: string;
let isLimited = false;

beforeAll(async () => {
  server = await buildServer({
    service: 'test',
    config: { ...loadConfig(commonConfig, testBacking()), ...commonConstants },
    logger: createLogger({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics('test'),
    checks: {},
    edge: { trustedProxies: [], idleMs: 0, routeBy: routableTarget },
  });
  registerRateLimit({ server, count: async () => (isLimited ? 60 : undefined) });
  reportRejectedTargets(server);
  registerHostCheck(server);
  registerCrossSiteCheck(server);
  server.get('/api/contests', { config: { guard: 'public' } }, async () => []);
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server?.close());
beforeEach(() => {
  isLimited = false;
  lines.length = 0;
});

const SECRET = 'fl3PqY4LWmllHQXimoAQVeRZ2UPhObUp0IsZ0Gs5P5k';

test.each([
  ['/internal/jwks', 404, 'internal path', '/internal/jwks'],
  ['/%69nternal/jwks', 404, 'internal path', '/%69nternal/jwks'],
  ['/api/contests/../../internal', 404, 'ambiguous path', '/api/contests/../../internal'],
  ['//evil.example/x', 404, 'ambiguous path', '//evil.example/x'],
  ['/api\\..\\internal', 404, 'ambiguous path', '/api\\..\\internal'],
  ['/a"b', 404, 'ambiguous path', '/a"b'],
  [`//download/${SECRET}`, 404, 'ambiguous path', '//download/[redacted]'],
])('when the target %s is refused, then one warning has it, without secrets, and the reason', async (target, status, reason, shown) => {
  expect((await requestTarget({ url, target })).status).toBe(status);
  expect(logged()).toEqual([expect.objectContaining({ level: 40, msg: 'Suspicious request refused', reason, target: shown })]);
});

test.each([
  ['cross-site request', 'POST', 'Origin: https://evil.example\r\n', 403],
  ['host header', 'GET', 'Host: other.example\r\n', 400],
])(
  'when a request is refused because of its %s, then one warning has the reason and the target',
  async (reason, method, headers, status) => {
    expect((await requestTarget({ url, target: '/api/contests?x=1', method, headers })).status).toBe(status);
    expect(logged()).toEqual([expect.objectContaining({ level: 40, reason, target: '/api/contests?x=[redacted]' })]);
  },
);

test('when the rate limit refuses a flood, then the client leaves one line', async () => {
  isLimited = true;
  for (const target of ['/api/contests', '/internal/jwks', '//x', '/api/contests']) {
    expect((await requestTarget({ url, target })).status).toBe(429);
  }
  expect(logged()).toEqual([expect.objectContaining({ level: 40, msg: 'Limit reached', code: 'TooManyRequests' })]);
});
