import { expect, jest, test } from '@jest/globals';
import { createReplicaAddresses } from './replica-addresses.ts';

const v4 = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));

const nextOf = async (replicas: { next: () => Promise<string> }, count: number): Promise<string[]> => {
  const origins: string[] = [];
  for (let request = 0; request < count; request += 1) origins.push(await replicas.next());
  return origins.sort();
};

test('when a name has several addresses, then requests go to each of them in turn', async () => {
  const resolve = jest.fn(async () => v4('10.0.0.1', '10.0.0.2', '10.0.0.3'));
  const replicas = createReplicaAddresses({ url: 'http://catalog:8080', resolve });
  expect(await nextOf(replicas, 6)).toEqual([
    'http://10.0.0.1:8080',
    'http://10.0.0.1:8080',
    'http://10.0.0.2:8080',
    'http://10.0.0.2:8080',
    'http://10.0.0.3:8080',
    'http://10.0.0.3:8080',
  ]);
  expect(resolve).toHaveBeenCalledTimes(1);
});

test('when no connection to an address could be opened, then the name is resolved again, and the address is used only if no other is left', async () => {
  let found = v4('10.0.0.1', '10.0.0.2');
  const removed: string[] = [];
  const replicas = createReplicaAddresses({
    url: 'http://orders',
    resolve: async () => found,
    onRemoved: (origin) => removed.push(origin),
  });
  await replicas.next();
  replicas.failed('http://10.0.0.1');
  expect(await nextOf(replicas, 3)).toEqual(['http://10.0.0.2', 'http://10.0.0.2', 'http://10.0.0.2']);
  expect(removed).toEqual([]);
  found = v4('10.0.0.1', '10.0.0.3');
  replicas.failed('http://10.0.0.2');
  expect(await nextOf(replicas, 2)).toEqual(['http://10.0.0.3', 'http://10.0.0.3']);
  expect(removed).toEqual(['http://10.0.0.2']);
  found = v4('10.0.0.1');
  replicas.failed('http://10.0.0.3');
  expect(await nextOf(replicas, 2)).toEqual(['http://10.0.0.1', 'http://10.0.0.1']);
});

test('when the name server does not respond any more, then the last known addresses stay in use', async () => {
  const resolve = jest.fn(async () => v4('10.0.0.1'));
  const replicas = createReplicaAddresses({ url: 'http://media:8080', resolve });
  await replicas.next();
  resolve.mockRejectedValue(new Error('EAI_AGAIN'));
  replicas.failed('http://10.0.0.1:8080');
  expect(await replicas.next()).toBe('http://10.0.0.1:8080');
});

test('when the name server hangs, then a request waits half a second for it and uses the last known addresses', async () => {
  const resolve = jest.fn(async () => v4('10.0.0.1'));
  const replicas = createReplicaAddresses({ url: 'http://media:8080', resolve });
  await replicas.next();
  resolve.mockReturnValue(new Promise(() => undefined));
  replicas.failed('http://10.0.0.1:8080');
  const from = performance.now();
  expect(await replicas.next()).toBe('http://10.0.0.1:8080');
  expect(performance.now() - from).toBeLessThan(3000);
});

test('when a name has had no address for ten seconds, then the old ones are forgotten, because other containers may have them', async () => {
  const removed: string[] = [];
  const resolve = jest.fn(async () => v4('10.0.0.1'));
  const replicas = createReplicaAddresses({ url: 'http://media:8080', resolve, onRemoved: (origin) => removed.push(origin) });
  await replicas.next();
  resolve.mockRejectedValue(new Error('ENOTFOUND media'));
  const started = performance.now();
  const clock = jest.spyOn(performance, 'now');
  clock.mockReturnValue(started + 9000);
  expect(await replicas.next()).toBe('http://10.0.0.1:8080');
  clock.mockReturnValue(started + 10_100);
  await expect(replicas.next()).rejects.toThrow('ENOTFOUND media');
  expect(removed).toEqual(['http://10.0.0.1:8080']);
  clock.mockRestore();
});

test('when a name has no address, then the request fails with the reason', async () => {
  const replicas = createReplicaAddresses({ url: 'http://media:8080', resolve: async () => Promise.reject(new Error('ENOTFOUND media')) });
  await expect(replicas.next()).rejects.toThrow('ENOTFOUND media');
});

test('when a name has addresses of both families, then those of IPv4 are used', async () => {
  const found = [{ address: '::1', family: 6 }, ...v4('127.0.0.1')];
  const replicas = createReplicaAddresses({ url: 'http://localhost:3000', resolve: async () => found });
  expect(await nextOf(replicas, 2)).toEqual(['http://127.0.0.1:3000', 'http://127.0.0.1:3000']);
});

test.each(['http://127.0.0.1:8080', 'http://[::1]:8080', 'https://catalog.example.jp'])(
  'when %s is used, then nothing is resolved',
  async (url) => {
    const resolve = jest.fn(async () => v4('10.0.0.1'));
    expect(await createReplicaAddresses({ url, resolve }).next()).toBe(url);
    expect(resolve).not.toHaveBeenCalled();
  },
);
