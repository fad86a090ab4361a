import { AppError } from '@stagereel/service-kit';
import type { Counter } from '../counter.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network.ts';
import { countingKey } from './code-audience.ts';
import type { CodeKey } from './code-store.ts';

type Deps = Pick<IdentityDeps, 'counters' | 'limits'>;
export type Allowance = { giveBack: () => Promise<void> };

/**
 * Counts one mail that somebody asked for, of the network's hour and of the address's hour.
 * @throws AppError CodeLimitReached with the seconds to wait
 */
export const takeAllowance = async ({ counters, limits }: Deps, { key, ip }: { key: CodeKey; ip: string }): Promise<Allowance> => {
  const network = networkOf(ip);
  const address = countingKey(key);
  await takeOne({ counter: counters.codesByNetwork, key: network, allowed: limits.codesPerNetworkHour });
  await takeOne({ counter: counters.codesByAddress, key: address, allowed: limits.codesPerAddressHour });
  return {
    giveBack: async () => {
      await Promise.all([counters.codesByNetwork.takeBack(network), counters.codesByAddress.takeBack(address)]);
    },
  };
};

const takeOne = async ({ counter, key, allowed }: { counter: Counter; key: string; allowed: number }): Promise<void> => {
  const { count, endsInMs } = await counter.add(key);
  if (count > allowed) throw new AppError('CodeLimitReached', { retryAfterSeconds: endsInMs / 1000 });
};
