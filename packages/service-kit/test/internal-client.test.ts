import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createInternalClient } from '../src/index.ts';
import { startFakeServer } from '../src/testing/index.ts';

describe('internal client', () => {
  test('when the other service refuses with an agreed status, then the caller receives its reasons; any other failure, and a redirect, is ServiceUnavailable', async () => {
    const other = await startFakeServer({
      'POST /internal/refusable': ({ body }) =>
        (body as { yes: boolean }).yes ? { body: { n: 1 } } : { status: 409, body: { why: 'no' } },
      'GET /internal/broken': () => ({ body: { n: 'one' } }),
      'GET /internal/moved': () => ({ status: 307, headers: { location: '/internal/elsewhere' }, body: {} }),
      'GET /internal/elsewhere': () => ({ body: {} }),
    });
    const client = createInternalClient({ baseUrl: other.url, token: 'secret-token' });
    const send = (yes: boolean) =>
      client.requestRefusable({
        method: 'POST',
        path: '/internal/refusable',
        body: { yes },
        schema: z.object({ n: z.int() }),
        refusal: { status: 409, schema: z.object({ why: z.string() }) },
      });
    expect(await send(true)).toEqual({ response: { n: 1 } });
    expect(await send(false)).toEqual({ refused: { why: 'no' } });
    expect(other.requests[0]?.headers['x-internal-token']).toBe('secret-token');
    await expect(client.request({ path: '/internal/broken', schema: z.object({ n: z.int() }) })).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    await expect(client.request({ path: '/internal/moved', schema: z.unknown() })).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(other.requests.map(({ path }) => path)).not.toContain('/internal/elsewhere');
    await other.stop();
    await expect(send(true)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
