import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { internalSettings } from '@stagereel/service-kit/testing';
import { limitsOf, loadIdentityConfig } from './config.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const pemOfCurve = (namedCurve: string): string =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const services = { ORDERS_URL: 'http://orders:8080', NOTIFY_URL: 'http://notify:8080', CATALOG_URL: 'http://catalog:8080' };
const production = {
  ...services,
  NODE_ENV: 'production',
  ...internalSettings('an-internal-token-of-its-own'),
  CODE_SECRET: 'a-code-secret-of-its-own',
  SESSION_SIGNING_KEY: pemOfCurve('P-256'),
};

describe('identity configuration', () => {
  test('when only the other services are named, then development defaults apply and no admin is configured', () => {
    const config = loadIdentityConfig(services);
    expect(config).toMatchObject({
      SESSION_VERIFY_KEYS: [],
    });
    expect(limitsOf(config)).toMatchObject({ codeResendSeconds: 60, codesPerAddressHour: 5, codesPerNetworkHour: 20 });
    expect([config.SESSION_SIGNING_KEY, config.ADMIN_EMAIL, config.ADMIN_PASSWORD]).toEqual([undefined, undefined, undefined]);
  });

  test('when keys are given as PEM or base64, then they are parsed, including several older keys', () => {
    const inBase64 = Buffer.from(pem).toString('base64');
    for (const SESSION_SIGNING_KEY of [pem, inBase64]) {
      expect(loadIdentityConfig({ ...services, SESSION_SIGNING_KEY }).SESSION_SIGNING_KEY?.equals(privateKey)).toBe(true);
    }
    const two = `${publicPem}\n${publicPem}`;
    for (const SESSION_VERIFY_KEYS of [two, Buffer.from(two).toString('base64')]) {
      expect(loadIdentityConfig({ ...services, SESSION_VERIFY_KEYS }).SESSION_VERIFY_KEYS).toHaveLength(2);
    }
  });

  test('when production has its own secrets, then the configuration is accepted', () => {
    expect(loadIdentityConfig(production)).toMatchObject({ NODE_ENV: 'production' });
  });

  test.each([
    ['SESSION_SIGNING_KEY', { ...production, SESSION_SIGNING_KEY: '' }],
    ['CODE_SECRET', { ...production, CODE_SECRET: 'development-code-secret' }],
    ['CODE_SECRET', { ...production, CODE_SECRET: '' }],
    ['INTERNAL_TOKEN', { ...production, INTERNAL_TOKEN: '' }],
    ['SESSION_SIGNING_KEY', { SESSION_SIGNING_KEY: 'nonsense' }],
    ['SESSION_SIGNING_KEY', { SESSION_SIGNING_KEY: publicPem }],
    ['SESSION_SIGNING_KEY', { SESSION_SIGNING_KEY: rsa }],
    ['SESSION_SIGNING_KEY', { SESSION_SIGNING_KEY: pemOfCurve('secp256k1') }],
    ['SESSION_VERIFY_KEYS', { SESSION_VERIFY_KEYS: 'nonsense' }],
    ['SESSION_VERIFY_KEYS', { SESSION_VERIFY_KEYS: pem }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.jp', ADMIN_PASSWORD: 'too-weak-1' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'no address', ADMIN_PASSWORD: 'Correct-Horse-9' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'Correct-Horse-9' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.jp' }],
    ['LIMIT_FACTOR', { LIMIT_FACTOR: '0' }],
  ])('when %s is invalid, then the error names the variable but not its value', (name, env) => {
    const load = () => loadIdentityConfig({ ...services, ...env });
    expect(load).toThrow(name);
    expect(load).not.toThrow(/BEGIN|Horse|too-weak/);
  });
});
