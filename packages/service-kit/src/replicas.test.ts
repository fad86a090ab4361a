import { expect, test } from '@jest/globals';
import { createReplicas } from './replicas.ts';

const v4 = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));
const failure = (code: string): Error => Object.assign(new Error(code), { code });
const [FIRST, SECOND] = ['http://10.0.0.1', 'http://10.0.0.2'];

/** Replicas at two addresses. `attempts` are the origins to which the requests went. */
const openPair = () => {
  const attempts: string[] = [];
  const replicas = createReplicas({ url: 'http://orders', resolve: async () => v4('10.0.0.1', '10.0.0.2'), retryMs: 10_000 });
  const send = (attempt: (origin: string) => Promise<string>, { isRepeatable = false } = {}) =>
    replicas.send({
      isRepeatable: () => isRepeatable,
      attempt: (origin) => {
        attempts.push(origin);
        return attempt(origin);
      },
    });
  return { replicas, attempts, send };
};

test('when one replica accepts no connections, then any request goes to the other one', async () => {
  const { attempts, send } = openPair();
  const refuseSecond = async (origin: string): Promise<string> => {
    if (origin === SECOND) throw failure('ECONNREFUSED');
    return origin;
  };
  expect(await send(refuseSecond)).toBe(FIRST);
  expect(attempts).toEqual([SECOND, FIRST]);
  expect(await send(refuseSecond)).toBe(FIRST);
  expect(attempts).toHaveLength(3);
});

test('when a connection ends before the response, then only a repeatable request is sent again, once, to another replica', async () => {
  const { attempts, send } = openPair();
  const disconnect = async (): Promise<string> => {
    throw failure('UND_ERR_SOCKET');
  };
  await expect(send(disconnect)).rejects.toThrow('UND_ERR_SOCKET');
  expect(attempts).toHaveLength(1);
  await expect(send(disconnect, { isRepeatable: true })).rejects.toThrow('UND_ERR_SOCKET');
  expect(attempts).toHaveLength(3);
  expect(attempts[1]).not.toBe(attempts[2]);
});

test('when a replica is stopping, then requests go to the other one', async () => {
  const { replicas, send } = openPair();
  await send(async (origin) => origin);
  replicas.stopping(FIRST);
  const origins = await Promise.all([1, 2, 3].map(() => send(async (origin) => origin)));
  expect(new Set(origins)).toEqual(new Set([SECOND]));
});

test('when a name has no address for a moment, then requests wait for one', async () => {
  let isThere = false;
  const resolve = async () => {
    if (isThere) return v4('10.0.0.1');
    isThere = true;
    throw failure('ENOTFOUND');
  };
  const replicas = createReplicas({ url: 'http://orders', resolve, retryMs: 10_000 });
  expect(await replicas.send({ isRepeatable: () => false, attempt: async (origin) => origin })).toBe(FIRST);
});

test('when an error is not one of the connection, then the request fails with it', async () => {
  const { attempts, send } = openPair();
  await expect(send(async () => Promise.reject(failure('UND_ERR_HEADERS_TIMEOUT')), { isRepeatable: true })).rejects.toThrow('TIMEOUT');
  expect(attempts).toHaveLength(1);
});
