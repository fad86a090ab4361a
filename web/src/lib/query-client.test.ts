import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { refocus } from '../testing/refocus.ts';
import { serveDuringTests } from '../testing/serve-during-tests.ts';
import { createQueryClient, fetchByKey, pathOfKey } from './query-client.ts';

const serve = serveDuringTests();
afterEach(() => void jest.restoreAllMocks());

const unauthorized = { status: 401, body: '{"code":"Unauthorized","message":"x"}' };

describe('default query function', () => {
  test('when the key has segments, they are joined by slashes (customer 7.2)', async () => {
    expect(pathOfKey(['/api/contests', 7, 'athletes?includeDeleted=false'])).toBe('/api/contests/7/athletes?includeDeleted=false');
    const { url, requests } = await serve(() => ({ body: '[{"id":"a1"}]' }));
    const sent = jest.spyOn(globalThis, 'fetch');
    const queryKey = [`${url}/api/contests`, 'c1', 'athletes?includeDeleted=false'];
    await expect(createQueryClient().fetchQuery({ queryKey })).resolves.toEqual([{ id: 'a1' }]);
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/api/contests/c1/athletes?includeDeleted=false', body: '' });
    expect(sent.mock.calls[0]?.[1]?.credentials).toBe('include');
  });

  test('when the session is missing, it fails by default and returns null with `on401: null` (customer 7.2)', async () => {
    const { url } = await serve(() => unauthorized);
    const client = createQueryClient();
    const queryKey = [`${url}/api`, 'user'];
    await expect(client.fetchQuery({ queryKey })).rejects.toMatchObject({ status: 401, message: `401: ${unauthorized.body}` });
    await expect(client.fetchQuery({ queryKey, queryFn: fetchByKey({ on401: 'null' }) })).resolves.toBeNull();
  });

  test('when the error is not a 401, it fails even with `on401: null`', async () => {
    const { url } = await serve(() => ({ status: 403 }));
    const fetching = createQueryClient().fetchQuery({ queryKey: [url], queryFn: fetchByKey({ on401: 'null' }) });
    await expect(fetching).rejects.toMatchObject({ message: '403: Forbidden' });
  });
});

describe('query defaults (customer 9.8; admin 7.2)', () => {
  test('when a query fails, it is not retried', async () => {
    const { url, requests } = await serve(() => ({ status: 500 }));
    await expect(createQueryClient().fetchQuery({ queryKey: [url] })).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(1);
  });

  test('when a mutation fails, it is not retried', async () => {
    const { url, requests } = await serve(() => ({ status: 500 }));
    const mutation = new MutationObserver(createQueryClient(), { mutationFn: () => fetch(url).then((answer) => Promise.reject(answer)) });
    await expect(mutation.mutate()).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(1);
  });

  test('when data is cached, it is never stale', async () => {
    const { url, requests } = await serve(() => ({ body: '1' }));
    const client = createQueryClient();
    client.setQueryData([url], 0, { updatedAt: Date.now() - 365 * 24 * 60 * 60 * 1000 });
    await expect(client.fetchQuery({ queryKey: [url] })).resolves.toBe(0);
    expect(requests).toEqual([]);
  });

  test('when the window gets the focus again, nothing is fetched, and there is no interval', async () => {
    const { url } = await serve(() => ({ body: '1' }));
    const client = createQueryClient();
    client.mount();
    const query = { queryKey: [url], staleTime: 0 };
    await client.fetchQuery(query);
    const observer = new QueryObserver(client, { ...query, refetchOnMount: false });
    const stop = observer.subscribe(() => undefined);
    await refocus(client);
    expect(client.getQueryState(query.queryKey)).toMatchObject({ fetchStatus: 'idle', dataUpdateCount: 1 });
    expect(observer.options.refetchInterval).toBe(false);
    stop();
    client.unmount();
  });
});
