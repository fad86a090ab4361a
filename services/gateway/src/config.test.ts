import { expect, test } from '@jest/globals';
import { loadGatewayConfig } from './config.ts';

const env = {
  CATALOG_URL: 'http://c',
  ORDERS_URL: 'http://o',
  MEDIA_URL: 'http://m',
  IDENTITY_URL: 'http://i',
  NOTIFY_URL: 'http://n',
  WEB_ROOT: '/web',
};

test('when nothing else is set, then no proxy is trusted and the limit is 1,000 requests in 10 seconds', () => {
  expect(loadGatewayConfig(env)).toMatchObject({ TRUSTED_PROXIES: [], RATE_LIMIT_MAX: 1000, RATE_LIMIT_WINDOW_SECONDS: 10 });
});

test('when 300 guests behind one address buy within ten minutes, then the limit leaves 200 requests for each of them', () => {
  const { RATE_LIMIT_MAX, RATE_LIMIT_WINDOW_SECONDS } = loadGatewayConfig(env);
  expect((RATE_LIMIT_MAX * 600) / RATE_LIMIT_WINDOW_SECONDS / 300).toBe(200);
});

test('when proxies are set, then they are parsed as a list', () => {
  const { TRUSTED_PROXIES } = loadGatewayConfig({ ...env, TRUSTED_PROXIES: ' 10.0.0.0/8, 192.0.2.1,loopback, fd00::/8 ' });
  expect(TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '192.0.2.1', 'loopback', 'fd00::/8']);
});

test.each(['all', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', 'proxy.example'])(
  'when TRUSTED_PROXIES is %s, then loading fails and names the variable',
  (value) => {
    expect(() => loadGatewayConfig({ ...env, TRUSTED_PROXIES: value })).toThrow(/TRUSTED_PROXIES: must be/);
  },
);

test.each(Object.keys(env))('when %s is missing, then loading fails and names it', (name) => {
  expect(() => loadGatewayConfig({ ...env, [name]: '' })).toThrow(name);
});
