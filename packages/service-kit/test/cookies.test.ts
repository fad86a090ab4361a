import { expect, test } from '@jest/globals';
import {
  buildServer,
  commonConfig,
  commonConstants,
  createCookies,
  createLogger,
  createMetrics,
  loadConfig,
  type Server,
} from '../src/index.ts';

const config = { ...loadConfig(commonConfig, {}), ...commonConstants };
const logger = createLogger({ service: 'test', level: 'silent' });

/** Responds with the session cookie that it reads, and sets a new one. */
const openAt = async (PUBLIC_URL: string): Promise<Server> => {
  const options = { service: 'test', config: { ...config, PUBLIC_URL }, logger, metrics: createMetrics('test'), checks: {} };
  const shop = await buildServer(options);
  const cookies = createCookies({ publicUrl: PUBLIC_URL });
  shop.get('/read', { config: { guard: 'public' } }, async ({ cookies: { session = null } }) => ({ session }));
  shop.get('/sign-in', { config: { guard: 'public' } }, async (_request, reply) => {
    cookies.set(reply, { name: 'session', token: 'new', seconds: 60 });
    cookies.clear(reply, 'known_device');
    return {};
  });
  return shop;
};
const secure = await openAt('https://shop.example.jp');
const plain = await openAt('http://localhost:3000');
/** The attributes of a removed cookie. */
const GONE = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly';
const GONE_FROM_API = GONE.replace('Path=/', 'Path=/api');
const get = (shop: Server, path: string, cookie: string) => shop.inject({ url: path, headers: { cookie } });

test.each([
  ['__Host-session=a', secure, 'a'],
  ['session=planted', secure, null],
  ['session=planted; __Host-session=a; session=planted-too', secure, 'a'],
  ['other=1; other=2; session=a', plain, 'a'],
  ['session=a; session=b', secure, null],
  ['known_device=a; known_device=b; __Host-session=a', secure, 'a'],
  ['session=a', plain, 'a'],
  ['__Host-session=a', plain, null],
  ['=session; session', plain, null],
])('when the browser sends %s, then the server reads the session (%#)', async (cookie, shop, session) => {
  expect((await get(shop, '/read', cookie)).json()).toEqual({ session });
});

test.each([
  ['__Host-session=a; __Host-session=b', secure],
  ['__Host-known_device=b; __Host-known_device=c; __Host-session=a', secure],
  ['session=a;session =a', plain],
  ['session=a; known_device=b; known_device=c', plain],
  ['download_claim=; download_claim=a', plain],
])('when the browser sends %s, then the request is refused (%#)', async (cookie, shop) => {
  const response = await get(shop, '/read', cookie);
  expect([response.statusCode, response.json().code]).toEqual([400, 'CookieRepeated']);
});

test('when the address of the shop is https, then only its own host can set its cookies', async () => {
  const { headers } = await get(secure, '/sign-in', 'session=old; known_device=old');
  expect([headers['set-cookie']].flat()).toEqual([
    '__Host-session=new; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    `__Host-known_device=; ${GONE}; Secure; SameSite=Lax`,
  ]);
});

test('when the address of the shop is http, then its cookies have their plain names', async () => {
  const { headers } = await get(plain, '/sign-in', 'session=old; known_device=old');
  expect([headers['set-cookie']].flat()).toEqual([
    'session=new; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    `known_device=; ${GONE_FROM_API}; SameSite=Lax`,
  ]);
});
