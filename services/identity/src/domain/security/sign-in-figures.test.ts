import { describe, expect, test } from '@jest/globals';
import type { CodeOutcome } from '../sign-in/sign-in-event.ts';
import { countUnresolvedCodes, findSuspiciousNetworks } from './sign-in-figures.ts';

const START = Date.parse('2026-04-01T00:00:00.000Z');
const failure = (network: string, email: string, minutes: number) => ({ network, email, at: new Date(START + minutes * 60_000) });

test('when an admin mistypes a code and then signs in from the same network, then the wrong codes do not count', () => {
  const event = (outcome: CodeOutcome['outcome'], minutes: number, network = '192.0.2.1', userId = 'admin'): CodeOutcome => ({
    userId,
    network,
    at: new Date(START + minutes * 60_000),
    outcome,
  });
  const typos = [0, 1, 2].map((minutes) => event('wrong-code', minutes));
  expect(countUnresolvedCodes([...typos, event('succeeded', 3)])).toBe(0);
  expect(countUnresolvedCodes([...typos, event('succeeded', 10.5)])).toBe(1);
  expect(
    countUnresolvedCodes([
      event('succeeded', -1),
      ...typos,
      event('succeeded', 3, '192.0.2.9'),
      event('succeeded', 3, '192.0.2.1', 'other'),
    ]),
  ).toBe(3);
});

describe('suspicious networks', () => {
  test('when three accounts fail within exactly one hour, then the network is suspicious', () => {
    const failAt = (minutes: readonly number[]) =>
      findSuspiciousNetworks(minutes.map((at, index) => failure('192.0.2.1', `a${index}@example.jp`, at)));
    expect(failAt([0, 30, 60])).toEqual([{ address: '192.0.2.1', failedAccounts: 3, failures: 3 }]);
    expect(failAt([0, 30, 61])).toEqual([]);
    expect(failAt([600, 0, 630, 660])).toEqual([{ address: '192.0.2.1', failedAccounts: 4, failures: 4 }]);
  });

  test('when only two accounts fail many times, then the network is not suspicious', () => {
    const failures = Array.from({ length: 40 }, (_, index) => failure('192.0.2.1', `a${index % 2}@example.jp`, index));
    expect(findSuspiciousNetworks(failures)).toEqual([]);
  });

  test('when several networks are suspicious, then most failures come first, and an IPv6 network is listed by its address', () => {
    const three = (network: string) => ['a', 'b', 'c'].map((name, index) => failure(network, `${name}@example.jp`, index));
    const found = findSuspiciousNetworks([
      ...three('192.0.2.1'),
      ...three('2001:db8:0:1::/64'),
      failure('2001:db8:0:1::/64', 'a@example.jp', 5),
    ]);
    expect(found).toEqual([
      { address: '2001:db8:0:1::', failedAccounts: 3, failures: 4 },
      { address: '192.0.2.1', failedAccounts: 3, failures: 3 },
    ]);
  });

  test('when nothing failed, then no network is suspicious', () => {
    expect(findSuspiciousNetworks([])).toEqual([]);
  });
});
