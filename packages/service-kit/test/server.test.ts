import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emailSchema, errorBodySchema } from '@stagereel/contracts';
import { z } from 'zod';
import {
  AppError,
  buildServer,
  commonConfig,
  commonConstants,
  connectRedis,
  correlationId,
  createInternalClient,
  createKeySource,
  createLogger,
  createMetrics,
  createSessions,
  loadConfig,
  provenEmailsOf,
  type Redis,
  type Server,
  sessionOf,
} from '../src/index.ts';
import { startTestIdentity, type TestIdentity, testBacking } from '../src/testing/index.ts';

const backing = testBacking();
const config = { ...loadConfig(commonConfig, { ...backing }), ...commonConstants };
const logger = createLogger({ service: 'test', level: 'silent' });

let identity: TestIdentity;
let redis: Redis;
let server: Server;
let upstreamAnswers = true;

const fetchKeysOf = ({ url }: { url: string }) => createKeySource(createInternalClient({ baseUrl: url, token: backing.INTERNAL_TOKEN }));

const newServer = (checks = {}, log = logger): Promise<Server> => {
  const sessions = createSessions({ redis, fetchKeys: fetchKeysOf(identity) });
  return buildServer({ service: 'test', config, logger: log, metrics: createMetrics('test'), sessions, checks });
};

beforeAll(async () => {
  identity = await startTestIdentity(backing);
  redis = await connectRedis({ config: backing, logger });
  server = await newServer({
    redis: () => redis.ping(),
    upstream: async () => {
      if (!upstreamAnswers) throw new Error('upstream is away');
    },
  });
  server.get('/public', { config: { guard: 'public' } }, async () => ({ correlation: correlationId() }));
  server.get('/public/:id', { config: { guard: 'public' } }, async () => ({}));
  server.delete('/public/:id', { config: { guard: 'admin' } }, async () => ({}));
  server.put('/public/own', { config: { guard: 'public' } }, async () => ({}));
  server.get('/customer', { config: { guard: 'customer' } }, async (request) => ({ email: sessionOf(request).email }));
  server.get('/admin', { config: { guard: 'admin' } }, async (request) => ({ email: sessionOf(request).email }));
  server.get('/proven', { config: { guard: 'proven' } }, async (request) => ({ emails: provenEmailsOf(request) }));
  server.get('/internal/thing', { config: { guard: 'internal', callers: ['orders'] } }, async () => ({ ok: true }));
  server.post(
    '/echo',
    {
      config: { guard: 'public' },
      schema: { body: z.object({ email: emailSchema, count: z.int() }), response: { 200: z.object({ email: z.string() }) } },
    },
    async (request) => ({ email: request.body.email, correlation: correlationId() }),
  );
  server.get('/limited', { config: { guard: 'public' } }, async () => {
    throw new AppError('CodeResendTooSoon', { retryAfterSeconds: 12.3, details: { remainingAttempts: 2 } });
  });
  server.get('/broken', { config: { guard: 'public' } }, async () => {
    throw new Error('the database password is hunter2');
  });
  server.get(
    '/wrong-answer',
    { config: { guard: 'public' }, schema: { response: { 200: z.object({ n: z.int() }) } } },
    async () => ({ n: 'one' }) as never,
  );
  await server.ready();
});

afterAll(async () => {
  await server?.close();
  await identity?.stop();
  redis?.disconnect();
});

describe('guards', () => {
  test('when a route declares no guard, then the server does not start', async () => {
    const bare = await newServer();
    expect(() => bare.get('/open', async () => 'hello')).toThrow('GET /open declares no guard');
  });

  test('when an internal guard is on a public path or a public guard on an internal path, then the server does not start', async () => {
    const bare = await newServer();
    expect(() => bare.get('/internal/open', { config: { guard: 'public' } }, async () => 'hello')).toThrow(/internal/);
    expect(() => bare.get('/shut', { config: { guard: 'internal' } }, async () => 'hello')).toThrow(/internal/);
  });

  const statusOf = async (url: string, cookie?: string) => (await server.inject({ url, headers: cookie ? { cookie } : {} })).statusCode;

  test('when a guest, a customer or an admin calls, then each reaches only the permitted routes (customer 6.1)', async () => {
    const customer = await identity.sessionCookie({ email: 'taro@example.jp' });
    const admin = await identity.adminCookie();
    const table = await Promise.all(
      ['/public', '/customer', '/admin', '/proven'].map(async (url) => [
        url,
        await statusOf(url),
        await statusOf(url, customer),
        await statusOf(url, admin),
      ]),
    );
    expect(table).toEqual([
      ['/public', 200, 200, 200],
      ['/customer', 401, 200, 200],
      ['/admin', 401, 403, 200],
      ['/proven', 401, 200, 200],
    ]);
  });

  test('when a call is refused, then the log names the reason, the caller and the wrong fields, but no value of a field', async () => {
    const lines: string[] = [];
    const log = createLogger({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
    const logging = await newServer({}, log);
    logging.get('/admin', { config: { guard: 'admin' } }, async () => ({}));
    const schema = { body: z.object({ email: emailSchema }) };
    logging.post('/echo', { config: { guard: 'customer' }, schema }, async () => ({}));
    const cookie = await identity.sessionCookie({ sub: 'customer-7' });
    await logging.inject({ url: '/admin' });
    await logging.inject({ url: '/admin', headers: { cookie } });
    await logging.inject({ method: 'POST', url: '/echo', headers: { cookie }, payload: { email: 'a secret by mistake' } });
    const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'Request refused');
    expect(refused.map(({ code, userId, fields }) => [code, userId, fields])).toEqual([
      ['Unauthorized', undefined, undefined],
      ['Forbidden', 'customer-7', undefined],
      ['ValidationFailed', 'customer-7', ['email']],
    ]);
    expect(lines.join()).not.toContain('a secret by mistake');
    await logging.close();
  });

  test('when a session has ended, then it gives no access', async () => {
    const cookie = await identity.sessionCookie({ sid: 'ended-session' });
    expect(await statusOf('/customer', cookie)).toBe(200);
    await identity.endSession('ended-session');
    expect(await statusOf('/customer', cookie)).toBe(401);
  });

  test('when the address of the session is not verified, then the session is no email proof', async () => {
    expect(await statusOf('/proven', await identity.sessionCookie({ emailProven: false }))).toBe(401);
  });

  test('when a browser has an email proof, then the handler receives its address; an expired proof does not count', async () => {
    const answer = await server.inject({ url: '/proven', headers: { cookie: identity.proofCookie('hana@example.jp') } });
    expect(answer.json()).toEqual({ emails: ['hana@example.jp'] });
    expect(await statusOf('/proven', identity.proofCookie('hana@example.jp', -1))).toBe(401);
  });

  test('when a signed-in customer has a proof of another address, then both addresses count; an ended session counts for none', async () => {
    const session = await identity.sessionCookie({ email: 'taro@example.jp', sid: 'beside-a-proof' });
    const cookie = `${session}; ${identity.proofCookie('hana@example.jp')}`;
    const emails = async () => (await server.inject({ url: '/proven', headers: { cookie } })).json().emails;
    expect(await emails()).toEqual(['hana@example.jp', 'taro@example.jp']);
    await identity.endSession('beside-a-proof');
    expect(await emails()).toEqual(['hana@example.jp']);
  });

  test('when an email proof was ended, then a copy of its cookie is useless', async () => {
    const own = await startTestIdentity(backing);
    const sessions = createSessions({ redis, fetchKeys: fetchKeysOf(own) });
    const guests = await buildServer({ service: 'test', config, logger, metrics: createMetrics('test'), sessions, checks: {} });
    guests.get('/proven', { config: { guard: 'proven' } }, async (request) => ({ emails: provenEmailsOf(request) }));
    const headers = { cookie: own.proofCookie('hana@example.jp') };
    expect((await guests.inject({ url: '/proven', headers })).statusCode).toBe(200);
    await own.endProofs();
    expect((await guests.inject({ url: '/proven', headers })).json()).toMatchObject({ code: 'ProofRequired' });
    await guests.close();
    await own.stop();
  });

  test('when sessions cannot be looked up, then neither a session nor an email proof is accepted', async () => {
    const lost = await connectRedis({ config: { ...backing, REDIS_URL: 'redis://127.0.0.1:1' }, logger, optional: true });
    const sessions = createSessions({ redis: lost, fetchKeys: fetchKeysOf(identity) });
    const guests = await buildServer({ service: 'test', config, logger, metrics: createMetrics('test'), sessions, checks: {} });
    guests.get('/proven', { config: { guard: 'proven' } }, async (request) => ({ emails: provenEmailsOf(request) }));
    const session = await identity.sessionCookie({ email: 'taro@example.jp' });
    for (const cookie of [session, identity.proofCookie('hana@example.jp')]) {
      expect((await guests.inject({ url: '/proven', headers: { cookie } })).statusCode).toBe(503);
    }
    await guests.close();
    lost.disconnect();
  });

  test('when an email proof is sent as a session, then it gives no access', async () => {
    const proof = identity.proofCookie('hana@example.jp').replace('order_session=', 'session=');
    expect(await statusOf('/customer', proof)).toBe(401);
  });

  test.each(['session=abc', 'session=a.b.c', 'session=eyJhbGciOiJub25lIn0.eyJ0eXAiOiJzZXNzaW9uIn0.'])(
    'when the cookie is %s, it is nobody',
    async (cookie) => {
      expect(await statusOf('/customer', cookie)).toBe(401);
    },
  );

  test('when an internal route names no callers, or another route names some, then the server does not start', async () => {
    const bare = await newServer();
    expect(() => bare.get('/internal/open', { config: { guard: 'internal' } }, async () => 'hello')).toThrow(/must name its callers/);
    expect(() => bare.get('/open', { config: { guard: 'public', callers: ['orders'] } }, async () => 'hello')).toThrow(
      /must name its callers/,
    );
  });
});

describe('errors', () => {
  test.each([
    ['POST', '/public?x=/internal/thing', 405, 'GET, HEAD'],
    ['OPTIONS', '/public/1', 405, 'DELETE, GET, HEAD'],
    ['POST', '/public/own', 405, 'DELETE, GET, HEAD, PUT'],
    ['TRACE', '/public/own', 405, 'DELETE, GET, HEAD, PUT'],
    ['POST', '/nothing', 404, undefined],
    ['POST', '/internal/thing', 404, undefined],
  ] as const)('when %s %s is not declared, then the response is %i, and Allow is %s', async (method, url, status, allow) => {
    const answer = await server.inject({ method, url });
    const code = status === 405 ? 'MethodNotAllowed' : 'NotFound';
    expect([answer.statusCode, errorBodySchema.parse(answer.json()).code, answer.headers['allow']]).toEqual([status, code, allow]);
  });

  test('when a body violates the schema, then the response names the field in Japanese', async () => {
    const answer = await server.inject({ method: 'POST', url: '/echo', payload: { email: 'nobody', count: 'x' } });
    expect(answer.statusCode).toBe(400);
    expect(errorBodySchema.parse(answer.json())).toEqual({
      code: 'ValidationFailed',
      message: 'メールアドレスの形式が正しくありません。',
      fields: { email: 'メールアドレスの形式が正しくありません。', count: '入力内容に誤りがあります。入力内容をご確認ください。' },
    });
  });

  test('when the body is broken JSON or of another type, then the response is a 4xx with a code', async () => {
    const broken = await server.inject({ method: 'POST', url: '/echo', payload: '{', headers: { 'content-type': 'application/json' } });
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'InvalidJson']);
    const xml = await server.inject({ method: 'POST', url: '/echo', payload: '<a/>', headers: { 'content-type': 'application/xml' } });
    expect([xml.statusCode, xml.json().code]).toEqual([415, 'UnsupportedMediaType']);
    const large = await server.inject({ method: 'POST', url: '/echo', payload: { email: 'x'.repeat(1_100_000) } });
    expect([large.statusCode, large.json().code]).toEqual([413, 'PayloadTooLarge']);
  });

  test.each([
    ['has a part that is too long', `/public/${'a'.repeat(300)}`],
    ['is no text', '/public/%ff'],
  ])('when the address %s, the answer is a refusal like any other, and repeats nothing of it', async (_what, url) => {
    const answer = await server.inject({ url });
    expect([answer.statusCode, errorBodySchema.parse(answer.json()).code]).toEqual([400, 'ValidationFailed']);
    expect(answer.body).not.toMatch(/public|FST_/);
  });

  test('when an AppError is thrown, then it determines status, code, text, facts and Retry-After', async () => {
    const answer = await server.inject('/limited');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('13');
    expect(answer.json()).toMatchObject({ code: 'CodeResendTooSoon', remainingAttempts: 2 });
  });

  test('when an unexpected error occurs, then the response contains no internal details', async () => {
    const answer = await server.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      code: 'Internal',
      message: 'サーバーでエラーが発生しました。しばらくしてからもう一度お試しください。',
    });
  });

  test('when a response violates its contract, then it is not sent', async () => {
    expect((await server.inject('/wrong-answer')).statusCode).toBe(500);
  });

  test('when a response has fields outside its contract, then they are removed', async () => {
    const answer = await server.inject({ method: 'POST', url: '/echo', payload: { email: 'Taro@Example.jp', count: 1 } });
    expect(answer.json()).toEqual({ email: 'taro@example.jp' });
  });
});

describe('ids, health and the production serializer', () => {
  test('when the gateway sends a request id, then logs, events and the response contain it; an invalid one is replaced', async () => {
    const given = await server.inject({ url: '/public', headers: { 'x-request-id': 'request-12345' } });
    expect([given.headers['x-request-id'], given.json().correlation]).toEqual(['request-12345', 'request-12345']);
    const strange = await server.inject({ url: '/public', headers: { 'x-request-id': 'a b\tc' } });
    expect(strange.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });

  test('when a dependency is unavailable, then /readyz names it, and /healthz still responds with 200', async () => {
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready', checks: { redis: 'ok', upstream: 'ok' } });
    upstreamAnswers = false;
    const answer = await server.inject('/readyz');
    upstreamAnswers = true;
    expect([answer.statusCode, answer.json().checks]).toEqual([503, { redis: 'ok', upstream: 'upstream is away' }]);
    expect((await server.inject('/healthz')).statusCode).toBe(200);
  });

  test('when the service runs in production, then responses are still reduced to their contract', async () => {
    const production = await buildServer({
      service: 'test',
      config: { ...config, NODE_ENV: 'production' },
      logger,
      metrics: createMetrics('test'),
      checks: {},
    });
    const schema = { response: { 200: z.object({ a: z.string(), inner: z.array(z.object({ n: z.int() })) }) } };
    production.get('/cut', { config: { guard: 'public' }, schema }, async () => ({ a: 'x', secret: 'y', inner: [{ n: 1, secret: 'z' }] }));
    const noContent = { response: { 204: z.undefined().describe('no content') } };
    production.delete('/gone', { config: { guard: 'public' }, schema: noContent }, async (_request, reply) => reply.code(204).send());
    expect((await production.inject('/cut')).body).toBe('{"a":"x","inner":[{"n":1}]}');
    const gone = await production.inject({ method: 'DELETE', url: '/gone' });
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    await production.close();
  });
});
