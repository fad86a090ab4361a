import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { EMAIL_PROOF_COOKIE, type Jwks, SESSION_COOKIE } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { createSessions, type Sessions } from '../src/index.ts';

const newKey = (kid: string) => ({ kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });
const jwkOf = ({ kid, publicKey }: { kid: string; publicKey: KeyObject }): Jwks['keys'][number] => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', kid, alg: 'ES256', use: 'sig', x, y };
};
const first = newKey('first');
const second = newKey('second');

const MINUTES = 60_000;
let fetchKeys: () => Promise<Jwks>;
let fetches: number;
let sessions: Sessions;
let openSessions: number;

type Key = { kid: string; privateKey: KeyObject };
const sign = (claims: object, { kid, privateKey }: Key): string =>
  jwt.sign(claims, privateKey, { algorithm: 'ES256', keyid: kid, issuer: 'stagereel', expiresIn: 3600 });
const proofOf = (key: Key, email = 'taro@example.jp'): string => sign({ typ: 'email-proof', email, id: 'a-proof' }, key);
let warnings: unknown[];
const requestWith = (cookies: Record<string, string>, ip = '198.51.100.1') =>
  ({ cookies, ip, log: { warn: (fields: unknown) => warnings.push(fields) } }) as unknown as FastifyRequest;
const readToken = async (token: string): Promise<string | undefined> =>
  (await sessions.readProof(requestWith({ [EMAIL_PROOF_COOKIE]: token })))?.email;
/** The address that the server reads from an email proof signed with the key. */
const readProof = (key: Key): Promise<string | undefined> => readToken(proofOf(key));

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'], now: Date.now() });
  fetches = 0;
  warnings = [];
  openSessions = 1;
  fetchKeys = async () => ({ keys: [jwkOf(first)] });
  sessions = createSessions({
    fetchKeys: () => {
      fetches += 1;
      return fetchKeys();
    },
    redis: { exists: async () => openSessions } as never,
  });
});
afterEach(() => {
  jest.useRealTimers();
});

test('when identity does not respond, then a session signed with a known key is accepted at once', async () => {
  expect(await readProof(first)).toBe('taro@example.jp');
  fetchKeys = () => new Promise(() => undefined);
  jest.setSystemTime(Date.now() + 11 * MINUTES);
  const outcome = await Promise.race([
    readProof(first),
    new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('waits')))),
  ]);
  expect(outcome).toBe('taro@example.jp');
  expect(fetches).toBe(2);
});

test('when identity fails, then the keys are requested again after a pause, not with every request', async () => {
  await readProof(first);
  fetchKeys = () => Promise.reject(new Error('away'));
  jest.setSystemTime(Date.now() + 11 * MINUTES);
  for (let request = 0; request < 5; request += 1) expect(await readProof(first)).toBe('taro@example.jp');
  expect(fetches).toBe(2);
});

test('when a key is revoked, then it is invalid after the next request for keys', async () => {
  await readProof(first);
  fetchKeys = async () => ({ keys: [jwkOf(second)] });
  jest.setSystemTime(Date.now() + 11 * MINUTES);
  await readProof(first);
  expect(await readProof(second)).toBe('taro@example.jp');
  expect(await readProof(first)).toBeUndefined();
});

test('when the key of a token is unknown and cannot be requested, then reading the token fails, and its owner does not count as a guest', async () => {
  fetchKeys = () => Promise.reject(new Error('away'));
  await expect(readProof(first)).rejects.toThrow('away');
  fetchKeys = async () => ({ keys: [jwkOf(first)] });
  expect(await readProof(first)).toBe('taro@example.jp');
});

describe('a token that this shop has not signed', () => {
  const claims = { typ: 'email-proof', email: 'taro@example.jp', id: 'a-proof' };
  const unsigned = jwt.sign(claims, '', { algorithm: 'none', issuer: 'stagereel' });
  const unsignedWithKey = jwt.sign(claims, '', { algorithm: 'none', issuer: 'stagereel', keyid: first.kid });
  const byText = jwt.sign(claims, 'secret', { algorithm: 'HS256', issuer: 'stagereel', keyid: first.kid });
  test.each([
    ['it has no signature', unsigned, 'no key'],
    ['it has no signature, but names a key', unsignedWithKey, 'jwt signature is required'],
    ['its algorithm is another one', byText, 'invalid algorithm'],
    ['another key has signed it', proofOf({ ...second, kid: first.kid }), 'invalid signature'],
    ['its key is unknown', proofOf(second), 'unknown key'],
    ['it is no token', 'x', 'no key'],
  ])('when %s, then it is refused, and one warning for each client has the reason', async (_what, token, reason) => {
    for (const ip of ['198.51.100.1', '198.51.100.1', '203.0.113.9']) {
      expect(await sessions.readProof(requestWith({ [EMAIL_PROOF_COOKIE]: token }, ip))).toBeNull();
    }
    expect(warnings).toEqual(Array(2).fill({ reason, cookie: EMAIL_PROOF_COOKIE }));
  });

  test('when it has only expired, then there is no warning', async () => {
    const token = proofOf(first);
    jest.setSystemTime(Date.now() + 61 * MINUTES);
    expect(await readToken(token)).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

describe('a token that was read before', () => {
  test('when its time ends, then it is invalid from that second on', async () => {
    const token = proofOf(first);
    const { exp } = jwt.decode(token) as { exp: number };
    for (const [atMs, email] of [
      [exp * 1000 - 1, 'taro@example.jp'],
      [exp * 1000, undefined],
    ] as const) {
      jest.setSystemTime(atMs);
      expect(await readToken(token)).toBe(email);
    }
  });

  test('when its key is revoked, then it is invalid after the next request for keys', async () => {
    const token = proofOf(first);
    expect(await readToken(token)).toBe('taro@example.jp');
    fetchKeys = async () => ({ keys: [jwkOf(second)] });
    jest.setSystemTime(Date.now() + 11 * MINUTES);
    await readToken(token);
    expect(await readToken(proofOf(second))).toBe('taro@example.jp');
    expect(await readToken(token)).toBeUndefined();
  });

  test('when another key gets the same name, then it is invalid after the next request for keys', async () => {
    const token = proofOf(first);
    expect(await readToken(token)).toBe('taro@example.jp');
    const renamed = { ...second, kid: first.kid };
    fetchKeys = async () => ({ keys: [jwkOf(renamed)] });
    jest.setSystemTime(Date.now() + 11 * MINUTES);
    await readToken(token);
    expect(await readToken(proofOf(renamed))).toBe('taro@example.jp');
    expect(await readToken(token)).toBeUndefined();
  });

  test('when its signature or claims differ in one character, then it is invalid', async () => {
    const token = proofOf(first);
    expect(await readToken(token)).toBe('taro@example.jp');
    const [header, , signature] = token.split('.');
    expect(await readToken(`${token.slice(0, -4)}AAAA`)).toBeUndefined();
    expect(await readToken([header, proofOf(first, 'jiro@example.jp').split('.')[1], signature].join('.'))).toBeUndefined();
  });

  test('when its session ends, then it is invalid', async () => {
    const claims = { typ: 'session', sid: 'sid', sub: randomUUID(), email: 'taro@example.jp', emailProven: true, isAdmin: false };
    const request = requestWith({ [SESSION_COOKIE]: sign(claims, first) });
    expect(await sessions.read(request)).toMatchObject({ email: 'taro@example.jp' });
    openSessions = 0;
    expect(await sessions.read(request)).toBeNull();
  });

  test('when it is presented as another kind of token, then it is invalid', async () => {
    const token = proofOf(first);
    expect(await readToken(token)).toBe('taro@example.jp');
    expect(await sessions.read(requestWith({ [SESSION_COOKIE]: token }))).toBeNull();
  });
});
