import { expect, jest, test } from '@jest/globals';
import { buildServer, commonConfig, commonConstants, createLogger, createMetrics, loadConfig } from '@stagereel/service-kit';
import type { CountRequest } from '../adapters/rate-limiter.ts';
import { clientKey, registerRateLimit } from './rate-limit.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  [undefined, 'gone'],
])('when the address is %s, then requests are counted for %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test('when requests for files are refused, then the refusals are not counted again', async () => {
  const count = jest.fn<CountRequest>(async () => 60);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const server = await buildServer({
    service: 'test',
    config: { ...loadConfig(commonConfig, {}), ...commonConstants },
    logger,
    metrics: createMetrics('test'),
    checks: {},
  });
  registerRateLimit({ server, count });
  const responded: number[] = [];
  server.addHook('onResponse', async (_request, { statusCode }) => {
    responded.push(statusCode);
  });
  server.get('/media/*', { config: { guard: 'public' } }, (_request, reply) => reply.code(404).send());
  for (const expected of [404, 429, 429]) expect((await server.inject('/media/m1')).statusCode).toBe(expected);
  await server.close();
  expect(responded).toEqual([404, 429, 429]);
  expect(count).toHaveBeenCalledTimes(1);
});
