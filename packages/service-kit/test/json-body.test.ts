import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ADMIN_BODY_BYTES, JSON_BODY_BYTES, MAX_JSON_DEPTH } from '@stagereel/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import { buildServer, commonConfig, commonConstants, createLogger, createMetrics, loadConfig, type Server } from '../src/index.ts';
import { isTooDeep } from '../src/server/json-body.ts';
import { testBacking } from '../src/testing/index.ts';

const nested = (depth: number, [open, close]: [string, string] = ['[', ']']): string => open.repeat(depth) + close.repeat(depth);
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

let server: Server;
const parsed: unknown[] = [];

const newServer = () =>
  buildServer({
    service: 'test',
    config: { ...loadConfig(commonConfig, testBacking()), ...commonConstants },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    checks: {},
  });

beforeAll(async () => {
  server = await newServer();
  server.post('/echo', { config: { guard: 'public' }, schema: { body: z.looseObject({}) } }, async ({ body }) => {
    parsed.push(body);
    return body;
  });
  await server.ready();
});
afterAll(() => server?.close());

const post = async (payload: string) => {
  const response = await server.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': 'application/json' } });
  return { status: response.statusCode, body: response.json() };
};

describe('the depth of a body', () => {
  test('when any JSON is scanned, then its depth decides, and brackets in its texts do not count', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 * MAX_JSON_DEPTH }), fc.string(), (value, text) => {
        for (const each of [value, { [text]: value }, [nested(100), `\\"${text}[[`, value]]) {
          if (isTooDeep(JSON.stringify(each)) !== depthOf(each) > MAX_JSON_DEPTH) return false;
        }
        return true;
      }),
    );
    expect([isTooDeep(nested(MAX_JSON_DEPTH)), isTooDeep(nested(MAX_JSON_DEPTH + 1))]).toEqual([false, true]);
  });

  test.each([
    ['arrays', nested(8000)],
    ['objects', `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`],
    ['arrays that never end', '['.repeat(JSON_BODY_BYTES - 40)],
  ])('when a body with __proto__ nests %s, then it is refused before it is parsed', async (_what, deep) => {
    expect(await post(`{"__proto__":{},"a":${deep}}`)).toMatchObject({
      status: 400,
      body: { code: 'InvalidJson', message: expect.stringMatching(/\p{Script=Hiragana}/u) },
    });
  });

  test('when a body contains __proto__ or constructor.prototype, then they are removed', async () => {
    const { body } = await post('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"a":1}');
    expect([body, Object.keys(parsed.at(-1) as object)]).toEqual([{ a: 1 }, ['a']]);
  });
});

describe('the size of a body', () => {
  test('when a body is larger than a route accepts, then it is refused; the default is 16 KiB', async () => {
    const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));
    expect((await post(keys(1200))).status).toBe(200);
    expect(await post(keys(70_000))).toMatchObject({ status: 413, body: { code: 'PayloadTooLarge' } });
  });

  test('when a route for everybody accepts a larger body, then the service does not start', async () => {
    const bare = await newServer();
    const add = () => bare.post('/large', { config: { guard: 'public' }, bodyLimit: ADMIN_BODY_BYTES }, async () => ({}));
    expect(add).toThrow(/must not be larger than 16384 bytes/);
    await bare.close();
  });
});
