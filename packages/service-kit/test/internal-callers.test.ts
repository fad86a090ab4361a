import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { buildServer, commonConfig, commonConstants, createMetrics, loadConfig } from '../src/index.ts';

const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];
const tokenOf = (service: string) => `token-of-${service}`;
const entry = (service: string, token = tokenOf(service)) => `${service}=${createHash('sha256').update(token).digest('hex')}`;

/** A server whose one route accepts orders and media. */
const startReceiver = async (callers = SERVICES.map((service) => entry(service))) => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const config = {
    ...loadConfig(commonConfig, { INTERNAL_TOKEN: tokenOf('catalog'), INTERNAL_CALLERS: callers.join() }),
    ...commonConstants,
  };
  const server = await buildServer({ service: 'test', config, logger, metrics: createMetrics('test'), checks: {} });
  server.get('/internal/thing/:id', { config: { guard: 'internal', callers: ['orders', 'media'] } }, async () => ({ ok: true }));
  const call = async (token?: string): Promise<number> =>
    (await server.inject({ url: '/internal/thing/1', headers: token ? { 'x-internal-token': token } : {} })).statusCode;
  return { call, lines };
};

describe('who may call an internal route', () => {
  test('when each service calls it, then those that it names are accepted, and the others are refused by name in the log', async () => {
    const { call, lines } = await startReceiver();
    const statuses: Record<string, number> = {};
    for (const service of SERVICES) statuses[service] = await call(tokenOf(service));
    expect(statuses).toEqual({ gateway: 403, catalog: 403, orders: 200, media: 200, notify: 403, identity: 403 });
    const msg = 'Caller may not use this internal route';
    expect(lines).toMatchObject(
      ['gateway', 'catalog', 'notify', 'identity'].map((caller) => ({ msg, caller, route: '/internal/thing/:id' })),
    );
  });

  test('when the token is missing, unknown, or the hash that receivers know, then the response is 401, and the log has no token', async () => {
    const { call, lines } = await startReceiver();
    const hash = entry('orders').replace('orders=', '');
    expect([await call(), await call('guess'), await call(hash)]).toEqual([401, 401, 401]);
    expect(lines.map(({ msg }) => msg)).toEqual(Array(3).fill('Caller has no valid internal token'));
    expect(JSON.stringify(lines)).not.toMatch(/guess|[\da-f]{64}/);
  });

  test('when a token is replaced, then both are valid while both are listed, and afterwards only the new one', async () => {
    const others = SERVICES.filter((service) => service !== 'orders').map((service) => entry(service));
    const both = await startReceiver([...others, entry('orders'), entry('orders', 'the-new-token')]);
    expect([await both.call(tokenOf('orders')), await both.call('the-new-token')]).toEqual([200, 200]);
    const after = await startReceiver([...others, entry('orders', 'the-new-token')]);
    expect([await after.call(tokenOf('orders')), await after.call('the-new-token')]).toEqual([401, 200]);
  });

  test('when all services still share one token, then each route accepts it, so that a shop can change to one token for each', async () => {
    const { call } = await startReceiver(SERVICES.map((service) => entry(service, 'one-for-all')));
    expect(await call('one-for-all')).toBe(200);
  });
});
