import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { MAX_THUMBNAIL_BYTES } from '@stagereel/contracts';
import { isBehindUnknownProxy, loadGatewayConfig } from './config.ts';

const env = {
  CATALOG_URL: 'http://c',
  ORDERS_URL: 'http://o',
  MEDIA_URL: 'http://m',
  IDENTITY_URL: 'http://i',
  NOTIFY_URL: 'http://n',
  WEB_ROOT: '/web',
};

test('when nothing else is set, then no proxy is trusted and the limit is 1,000 requests in 10 seconds', () => {
  expect(loadGatewayConfig(env)).toMatchObject({ TRUSTED_PROXIES: [], LIMIT_FACTOR: 1, maxRequests: 1000, rateLimitWindowSeconds: 10 });
});

test('when 300 guests behind one address buy within ten minutes, then the limit leaves 200 requests for each of them', () => {
  const { maxRequests, rateLimitWindowSeconds } = loadGatewayConfig(env);
  expect((maxRequests * 600) / rateLimitWindowSeconds / 300).toBe(200);
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

test.each([
  ['https://shop.example', '', true],
  ['https://shop.example', '192.0.2.1', false],
  ['http://shop.example', '', false],
])('when PUBLIC_URL is %s and TRUSTED_PROXIES is "%s", then a proxy is unknown: %s', (PUBLIC_URL, TRUSTED_PROXIES, expected) => {
  expect(isBehindUnknownProxy(loadGatewayConfig({ ...env, PUBLIC_URL, TRUSTED_PROXIES }))).toBe(expected);
});

test('when the largest thumbnail is sent as base64, then it passes the proxy of the documentation', () => {
  const documentation = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(documentation) ?? [];
  expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThan((MAX_THUMBNAIL_BYTES / 3) * 4);
});

test.each(Object.keys(env))('when %s is missing, then loading fails and names it', (name) => {
  expect(() => loadGatewayConfig({ ...env, [name]: '' })).toThrow(name);
});
