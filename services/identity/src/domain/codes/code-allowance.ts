import type { ErrorCode } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Counter } from '../counter.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../networks/network.ts';
import { countingKey } from './code-audience.ts';
import type { CodeKey } from './code-store.ts';

type Deps = Pick<IdentityDeps, 'counters' | 'limits'>;
type TakeAllowance = {
  key: CodeKey;
  ip: string;
  /** How the refusal is worded, where the mail brings something else than a code. */
  refusal?: ErrorCode;
};
export type Allowance = { giveBack: () => Promise<void> };

/**
 * Counts one mail that somebody asked for, of the network's hour and of the address's hour.
 * @throws AppError CodeLimitReached, or the other refusal, with the seconds to wait
 */
export const takeAllowance = async (
  { counters, limits }: Deps,
  { key, ip, refusal = 'CodeLimitReached' }: TakeAllowance,
): Promise<Allowance> => {
  const network = networkOf(ip);
  const address = countingKey(key);
  await takeOne({ counter: counters.codesByNetwork, key: network, allowed: limits.codesPerNetworkHour, refusal });
  await takeOne({ counter: counters.codesByAddress, key: address, allowed: limits.codesPerAddressHour, refusal });
  return {
    giveBack: async () => {
      await Promise.all([counters.codesByNetwork.takeBack(network), counters.codesByAddress.takeBack(address)]);
    },
  };
};

type TakeOne = { counter: Counter; key: string; allowed: number; refusal: ErrorCode };

const takeOne = async ({ counter, key, allowed, refusal }: TakeOne): Promise<void> => {
  const { count, endsInMs } = await counter.add(key);
  if (count > allowed) throw new AppError(refusal, { retryAfterSeconds: endsInMs / 1000 });
};
