import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startService } from '@stagereel/service-kit';
import { readMetric, waitUntil } from '@stagereel/service-kit/testing';
import { buildIdentity } from '../src/app.ts';
import { loadIdentityConfig } from '../src/config.ts';
import { ADMIN, type IdentityUnderTest, proveEmail, signInAdmin, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
afterEach(() => identity.stop());

const keyIds = async (server: IdentityUnderTest['server']): Promise<string[]> => {
  const response = await server.inject({ url: '/internal/jwks', headers: { 'x-internal-token': identity.backing.INTERNAL_TOKEN } });
  return response.json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid);
};

describe('metrics', () => {
  test('when a code was mailed, then every outbox is empty again', async () => {
    identity = await startIdentity({ METRICS_PORT: '0' });
    await proveEmail(identity, 'guest@example.jp');
    const backlog = (collection: string) => readMetric(identity.service.metricsPort, `outbox_events{collection="${collection}"`);
    await waitUntil(async () => (await backlog('codes')) === 0);
    expect(await backlog('users')).toBe(0);
  });
});

describe('start of several replicas', () => {
  test('when replicas start, then there is one admin and one key, and they share sessions', async () => {
    identity = await startIdentity();
    const replicas = await Promise.all([identity.startReplica(), identity.startReplica()]);
    try {
      expect(await identity.documents('users', { isAdmin: true })).toHaveLength(1);
      const ids = await Promise.all([identity.server, ...replicas.map(({ server }) => server)].map(keyIds));
      expect(new Set(ids.flat()).size).toBe(1);
      const { browser } = await signInAdmin(identity);
      const elsewhere = identity.browser({ server: replicas[0]!.server });
      elsewhere.jar.set('session', browser.cookie('session'));
      expect((await elsewhere.get('/api/user')).status).toBe(200);
      await elsewhere.post('/api/logout');
      expect((await browser.get('/api/user')).status).toBe(401);
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()));
    }
  });

  test('when several replicas run, then each event is published once', async () => {
    identity = await startIdentity();
    const replica = await identity.startReplica();
    try {
      for (let guest = 1; guest <= 10; guest += 1)
        await identity.browser().post('/api/send-verification-code', { email: `r${guest}@example.jp` });
      for (let guest = 1; guest <= 10; guest += 1) await identity.mailedCode(`r${guest}@example.jp`);
      await proveEmail(identity, 'last@example.jp');
      expect(identity.probe.ofType('code.requested')).toHaveLength(11);
    } finally {
      await replica.stop();
    }
  });
});

describe('first admin with an existing account', () => {
  test('when the configured password changes, then the account does not change', async () => {
    identity = await startIdentity();
    const [before] = await identity.documents('users');
    const config = loadIdentityConfig({ ...identity.backing, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'Another-Horse-9' });
    const again = await startService({ name: 'identity', config, build: buildIdentity() });
    await again.stop();

    expect(await identity.documents('users')).toEqual([before]);
  });

  test('when the configured address belongs to a customer, then the customer does not become an admin', async () => {
    identity = await startIdentity({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    const { browser } = await proveEmail(identity, ADMIN.email);
    const password = 'Plum-Orchard-1';
    await browser.post('/api/register', { email: ADMIN.email, name: '客', password, confirmPassword: password, agreesToTerms: true });
    const config = loadIdentityConfig({ ...identity.backing, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
    const again = await startService({ name: 'identity', config, build: buildIdentity() });
    await again.stop();

    expect(await identity.documents('users')).toMatchObject([{ email: ADMIN.email, isAdmin: false }]);
  });
});

describe('production mode', () => {
  test('when production has its own secrets, then the service is ready and its responses match the contracts', async () => {
    identity = await startIdentity({
      NODE_ENV: 'production',
      CODE_SECRET: 'a-secret-of-its-own',
      SESSION_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ format: 'pem', type: 'pkcs8' })
        .toString(),
    });
    const browser = identity.browser();

    expect(await browser.get('/readyz')).toMatchObject({ status: 200, body: { checks: { mongodb: 'ok', redis: 'ok', rabbitmq: 'ok' } } });
    const { second } = await signInAdmin(identity, browser);
    expect(Object.keys(second.body).sort()).toEqual(['message', 'redirectTo', 'user']);
    expect(Object.keys(second.body['user'] as object).sort()).toEqual(['email', 'emailProven', 'id', 'isAdmin', 'name', 'username']);
    const wrong = await identity.browser().post('/api/admin/login', { email: ADMIN.email, password: 'wrong' });
    expect(wrong.body).toEqual({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' });
    expect((await browser.post('/api/logout')).status).toBe(204);
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
    expect(await identity.documents('signing-keys')).toEqual([]);
  });
});

describe('local development', () => {
  test.each(['http://localhost:3000', 'http://127.0.0.1:3000'])(
    'when the public URL is %s, then cookies are not Secure',
    async (PUBLIC_URL) => {
      identity = await startIdentity({ PUBLIC_URL });
      const { response } = await proveEmail(identity, 'local@example.jp');
      expect(response.setCookies['order_session']).toMatch(/HttpOnly/);
      expect(response.setCookies['order_session']).not.toMatch(/Secure/);
    },
  );
});

describe('OpenAPI description', () => {
  test('when the description is requested, then it has all public routes with their error responses', async () => {
    identity = await startIdentity();
    const response = await identity.server.inject({
      url: '/internal/openapi.json',
      headers: { 'x-internal-token': identity.backing.INTERNAL_TOKEN },
    });
    const { paths } = response.json<{ paths: Record<string, Record<string, { responses: object }>> }>();
    expect(
      Object.keys(paths)
        .filter((path) => path.startsWith('/api/'))
        .sort(),
    ).toEqual([
      '/api/admin/audit',
      '/api/admin/blocked-addresses/{address}',
      '/api/admin/dead-letters',
      '/api/admin/dead-letters/replay',
      '/api/admin/invitations',
      '/api/admin/invitations/accept',
      '/api/admin/invitations/open',
      '/api/admin/invitations/{id}',
      '/api/admin/invitations/{id}/resend',
      '/api/admin/login',
      '/api/admin/personal-data/erase',
      '/api/admin/personal-data/export',
      '/api/admin/resend-2fa',
      '/api/admin/security-dashboard',
      '/api/admin/trusted-addresses/{address}',
      '/api/admin/verify-2fa',
      '/api/auth/check',
      '/api/change-password',
      '/api/login',
      '/api/logout',
      '/api/logout/all',
      '/api/personal-data/erase',
      '/api/personal-data/export',
      '/api/personal-data/open',
      '/api/personal-data/requests',
      '/api/register',
      '/api/resend-verification-code',
      '/api/reset-password',
      '/api/send-password-change-code',
      '/api/send-password-reset-code',
      '/api/send-registration-code',
      '/api/send-verification-code',
      '/api/setup-2fa',
      '/api/user',
      '/api/users',
      '/api/users/{id}',
      '/api/verify-2fa',
      '/api/verify-email',
      '/api/verify-email-code',
      '/api/verify-password-change-code',
      '/api/verify-registration-code',
      '/api/wanted-account',
      '/api/wanted-account/check',
      '/api/wanted-account/order',
      '/api/wanted-account/sign-in',
    ]);
    const statuses = Object.keys(paths['/api/admin/login']!['post']!.responses);
    expect(statuses).toEqual(['200', '400', '401', '403', '408', '413', '415', '423', '429', '431', '500', '502', '503', '504']);
  });
});
