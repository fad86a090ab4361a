import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { EMAIL_PROOF_COOKIE, type Jwks } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { createSessions, type Sessions } from '../src/index.ts';

const newKey = (kid: string) => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const jwkOf = ({ kid, publicKey }: { kid: string; publicKey: KeyObject }): Jwks['keys'][number] => {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n, e };
};
const first = newKey('first');
const second = newKey('second');

const MINUTES = 60_000;
let fetchKeys: () => Promise<Jwks>;
let fetches: number;
let sessions: Sessions;

/** The address that the server reads from an email proof signed with the key. */
const readProof = async (key: { kid: string; privateKey: KeyObject }): Promise<string | undefined> => {
  const claims = { typ: 'email-proof', email: 'taro@example.jp' };
  const token = jwt.sign(claims, key.privateKey, { algorithm: 'RS256', keyid: key.kid, issuer: 'stagereel', expiresIn: 3600 });
  return (await sessions.readProof({ cookies: { [EMAIL_PROOF_COOKIE]: token } } as unknown as FastifyRequest))?.email;
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'], now: Date.now() });
  fetches = 0;
  fetchKeys = async () => ({ keys: [jwkOf(first)] });
  sessions = createSessions({
    fetchKeys: () => {
      fetches += 1;
      return fetchKeys();
    },
    redis: { exists: async () => 1 } as never,
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
