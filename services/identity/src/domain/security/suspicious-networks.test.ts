import { describe, expect, test } from '@jest/globals';
import { suspiciousNetworks } from './suspicious-networks.ts';

const START = Date.parse('2026-04-01T00:00:00.000Z');
const failure = (network: string, email: string, minutes: number) => ({ network, email, at: new Date(START + minutes * 60_000) });

describe('when failures are searched for suspicious networks', () => {
  test('then three accounts within one hour are suspicious, to the minute', () => {
    const spread = (minutes: readonly number[]) =>
      suspiciousNetworks(minutes.map((at, index) => failure('192.0.2.1', `a${index}@example.jp`, at)));
    expect(spread([0, 30, 60])).toEqual([{ address: '192.0.2.1', failedAccounts: 3, failures: 3 }]);
    expect(spread([0, 30, 61])).toEqual([]);
    expect(spread([600, 0, 630, 660])).toEqual([{ address: '192.0.2.1', failedAccounts: 4, failures: 4 }]);
  });

  test('then many failures of two accounts are not', () => {
    expect(suspiciousNetworks(Array.from({ length: 40 }, (_, index) => failure('192.0.2.1', `a${index % 2}@example.jp`, index)))).toEqual(
      [],
    );
  });

  test('then the network with the most failures stands first, and an IPv6 network by its address', () => {
    const three = (network: string) => ['a', 'b', 'c'].map((name, index) => failure(network, `${name}@example.jp`, index));
    const found = suspiciousNetworks([
      ...three('192.0.2.1'),
      ...three('2001:db8:0:1::/64'),
      failure('2001:db8:0:1::/64', 'a@example.jp', 5),
    ]);
    expect(found).toEqual([
      { address: '2001:db8:0:1::', failedAccounts: 3, failures: 4 },
      { address: '192.0.2.1', failedAccounts: 3, failures: 3 },
    ]);
  });

  test('then nothing comes of nothing', () => {
    expect(suspiciousNetworks([])).toEqual([]);
  });
});
