import { expect, test } from '@jest/globals';
import type { Server } from '@stagereel/service-kit';
import { watchUntrustedProxy } from './untrusted-proxy.ts';

test('when a peer that is not trusted forwards addresses, then the log has one warning a minute with its address, and the check fails while most requests do', async () => {
  let nowMs = 0;
  const hooks: ((request: object, reply: object, done: () => void) => void)[] = [];
  const server = {
    addHook: (_name: string, hook: (typeof hooks)[number]) => hooks.push(hook),
  } as unknown as Server;
  const warnings: object[] = [];
  const log = { warn: (facts: object) => warnings.push(facts) };
  const handle = (request: object): void => {
    for (const hook of hooks) hook(request, {}, () => undefined);
  };
  const watch = watchUntrustedProxy({ now: () => nowMs });
  watch.register(server);
  const forwarded = { 'x-forwarded-for': '203.0.113.1' };

  for (let request = 0; request < 10; request += 1) handle({ headers: {}, ip: '10.0.0.1', ips: ['10.0.0.1'], log });
  handle({ headers: forwarded, ip: '203.0.113.1', ips: ['10.0.0.1', '203.0.113.1'], log });
  expect(warnings).toEqual([]);
  await expect(watch.check()).resolves.toBeUndefined();
  for (let request = 0; request < 100; request += 1) handle({ headers: forwarded, ip: '10.0.0.1', ips: ['10.0.0.1'], log });
  expect(warnings).toEqual([{ peer: '10.0.0.1' }]);
  nowMs += 60_000;
  handle({ headers: forwarded, ip: '10.0.0.2', ips: ['10.0.0.2'], log });
  expect(warnings).toEqual([{ peer: '10.0.0.1' }, { peer: '10.0.0.2' }]);
  nowMs += 599_999;
  await expect(watch.check()).rejects.toThrow('not in TRUSTED_PROXIES');
  nowMs += 1_200_000;
  await expect(watch.check()).resolves.toBeUndefined();

  // A client that sends the header itself does not make the check fail.
  for (let request = 0; request < 10; request += 1) handle({ headers: {}, ip: '198.51.100.7', ips: ['198.51.100.7'], log });
  for (let request = 0; request < 9; request += 1) handle({ headers: forwarded, ip: '192.0.2.9', ips: ['192.0.2.9'], log });
  await expect(watch.check()).resolves.toBeUndefined();
});
