// Covers: packages/service-kit, services/gateway, services/identity, services/catalog
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { peakMiB } from '@stagereel/stack';
import { parse } from 'yaml';
import { PASSWORD } from './support/accounts.ts';
import { flood, type Request, startVictim } from './support/floods.ts';
import { useShop } from './support/use-shop.ts';

/** What a single client can do to everybody else, with the limits of production for requests. Those for mails do not matter here. */
const stack = useShop({
  env: { LIMIT_FACTOR: '1' },
  constants: { identity: { codesPerNetworkHour: 1000, codeResendSeconds: 0 } },
});

const SECONDS = 15;
const READ_P95_MS = 500;
const SIGN_IN_P95_MS = 2000;
const ACCOUNTS = 20;

const json = { 'content-type': 'application/json' };
const post = (path: string, body: string, headers = {}): Request => ({ method: 'POST', path, body, headers: { ...json, ...headers } });
const get = (path: string): Request => ({ method: 'GET', path });
const nested = (levels: number): string => `{"email":"a@example.jp","password":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const credentials = { email: 'victim@example.jp', password: PASSWORD };
const attackers = Array.from({ length: ACCOUNTS }, (_, index) => ({ email: `attacker-${index}@example.jp`, password: PASSWORD }));
let provenCookies = '';

beforeAll(async () => {
  for (const account of [credentials, ...attackers]) await stack().newCustomer().register(account);
  const guest = stack().newCustomer();
  await guest.proveEmail('flooding-guest@example.jp');
  provenCookies = guest.cookies();
});

type Flood = { name: string; connections: number; pipelining?: number; requests: () => Request[] };
const wantedAccount = { email: 'flooding-guest@example.jp', name: '客', password: PASSWORD };

const floods: Flood[] = [
  { name: 'the description of the API', connections: 50, pipelining: 20, requests: () => [get('/api/docs/json')] },
  { name: 'the readiness', connections: 50, pipelining: 20, requests: () => [get('/readyz')] },
  { name: 'deeply nested JSON', connections: 20, requests: () => [post('/api/login', nested(500_000))] },
  { name: 'JSON that is just small enough', connections: 50, requests: () => [post('/api/orders/lookup', nested(30).padEnd(16_000))] },
  {
    name: 'wanted accounts of one proven address',
    connections: 100,
    requests: () => [{ ...post('/api/wanted-account', JSON.stringify(wantedAccount), { cookie: provenCookies }), method: 'PUT' }],
  },
  { name: 'correct sign-ins', connections: 180, requests: () => attackers.map((account) => post('/api/login', JSON.stringify(account))) },
  {
    name: 'wrong passwords',
    connections: 100,
    requests: () => [post('/api/login', JSON.stringify({ ...credentials, password: 'Wrong-Pass-1' }))],
  },
  {
    name: 'searches',
    connections: 100,
    requests: () => [get('/api/contests/athlete-search?q=%E5%B1%B1'), get('/api/contests/athlete-search?q=1')],
  },
  { name: 'pages', connections: 100, pipelining: 10, requests: () => [get('/'), get('/api/contests')] },
];

/** In MiB, from the compose file. */
const memoryLimits = (): Record<string, number> => {
  const compose = parse(readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8'), { merge: true }) as {
    services: Record<string, { mem_limit: string }>;
  };
  const inMiB = (limit: string): number => Number.parseInt(limit, 10) * (limit.endsWith('g') ? 1024 : 1);
  return Object.fromEntries(Object.entries(compose.services).map(([name, { mem_limit: limit }]) => [name, inMiB(limit)]));
};

describe('floods of one client', () => {
  test.each(floods.map((flooding, index) => ({ ...flooding, address: `127.0.1.${index + 1}` })))(
    'when one client floods the shop with $name, then others read and sign in',
    async ({ name: _, requests, ...load }) => {
      const { gateway, services } = stack().info;
      const victim = startVictim({ gateway, credentials });
      const answered = await flood({ gateway, seconds: SECONDS, requests: requests(), ...load });
      const { reads, signIns, failed } = await victim.stop();

      console.log(
        `${load.connections} connections, answers ${JSON.stringify(answered)}: read ${reads.p50}/${reads.p95} ms, sign-in ${signIns.p50}/${signIns.p95} ms`,
      );
      expect(Object.values(answered).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
      expect(failed).toEqual([]);
      expect(reads.p95).toBeLessThanOrEqual(READ_P95_MS);
      expect(signIns.p95).toBeLessThanOrEqual(SIGN_IN_P95_MS);
      const limits = memoryLimits();
      const overLimit = Object.entries(services).filter(([name, { pid }]) => peakMiB(pid) >= (limits[name] ?? 0));
      expect(overLimit.map(([name, { pid }]) => `${name} ${peakMiB(pid)} MiB`)).toEqual([]);
    },
  );
});
