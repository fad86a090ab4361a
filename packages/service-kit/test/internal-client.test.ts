import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createInternalClient } from '../src/index.ts';
import { startStandIn } from '../src/testing/index.ts';

describe('internal client', () => {
  test('when the other service says no in the agreed way, the caller gets its reasons; anything else is ServiceUnavailable', async () => {
    const other = await startStandIn({
      'POST /internal/ask': ({ body }) => ((body as { yes: boolean }).yes ? { body: { n: 1 } } : { status: 409, body: { why: 'no' } }),
      'GET /internal/broken': () => ({ body: { n: 'one' } }),
    });
    const client = createInternalClient({ baseUrl: other.url, token: 'secret-token' });
    const ask = (yes: boolean) =>
      client.ask({
        method: 'POST',
        path: '/internal/ask',
        body: { yes },
        answer: z.object({ n: z.int() }),
        refusal: { status: 409, schema: z.object({ why: z.string() }) },
      });
    expect(await ask(true)).toEqual({ answer: { n: 1 } });
    expect(await ask(false)).toEqual({ refused: { why: 'no' } });
    expect(other.seen[0]?.headers['x-internal-token']).toBe('secret-token');
    await expect(client.request({ path: '/internal/broken', answer: z.object({ n: z.int() }) })).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    await other.stop();
    await expect(ask(true)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
