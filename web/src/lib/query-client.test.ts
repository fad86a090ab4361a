import { afterEach, describe, expect, test } from '@jest/globals';
import { startHttpServer } from '../testing/http-server.ts';
import { createQueryClient, fetchByKey, pathOfKey } from './query-client.ts';

let server: Awaited<ReturnType<typeof startHttpServer>>;
afterEach(() => server?.stop());

describe('fetchByKey', () => {
  test('when the key has segments, they are joined by slashes', () => {
    expect(pathOfKey(['/api/contests', 7, 'athletes?includeDeleted=false'])).toBe('/api/contests/7/athletes?includeDeleted=false');
  });

  test('when the session is missing, it fails by default and is empty where that was asked for', async () => {
    server = await startHttpServer(() => ({ status: 401, body: '{"code":"Unauthorized","message":"x"}' }));
    const client = createQueryClient();
    const queryKey = [`${server.url}/api`, 'user'];
    await expect(client.fetchQuery({ queryKey })).rejects.toMatchObject({ status: 401 });
    await expect(client.fetchQuery({ queryKey, queryFn: fetchByKey({ on401: 'null' }) })).resolves.toBeNull();
  });

  test('when a query fails, it is asked but once', async () => {
    server = await startHttpServer(() => ({ status: 500 }));
    await expect(createQueryClient().fetchQuery({ queryKey: [server.url] })).rejects.toMatchObject({ status: 500 });
    expect(server.seen).toHaveLength(1);
  });
});
