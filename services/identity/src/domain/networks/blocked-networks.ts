import { BLOCK_ACCOUNTS, BLOCK_FAILURES, BLOCK_SECONDS, HOUR } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'signIns' | 'blockedNetworks' | 'clock'>;

/** The refusal for a blocked network; undefined when it may try. */
export const findBlock = async (
  { blockedNetworks, clock }: Pick<Deps, 'blockedNetworks' | 'clock'>,
  network: string,
): Promise<AppError | undefined> => {
  const now = clock();
  const block = await blockedNetworks.find({ network, now });
  return block && new AppError('AddressBlocked', { retryAfterSeconds: (block.until.getTime() - now.getTime()) / 1000 });
};

/** The failures of the last hour; those before a block was lifted are forgotten. */
export const recentFailuresOf = async (
  { signIns, blockedNetworks, clock }: Deps,
  network: string,
): Promise<{ failures: number; accounts: number }> => {
  const hourAgo = later({ than: clock(), seconds: -HOUR });
  const liftedAt = await blockedNetworks.liftedAt(network);
  return signIns.failuresOfNetwork({ network, since: liftedAt && liftedAt > hourAgo ? liftedAt : hourAgo });
};

/** Counts what is stored, so that the block, the log and the dashboard never disagree. */
export const blockAfterFailures = async (deps: Deps, network: string): Promise<void> => {
  const { failures, accounts } = await recentFailuresOf(deps, network);
  if (failures < BLOCK_FAILURES || accounts < BLOCK_ACCOUNTS) return;
  await deps.blockedNetworks.put({ network, until: later({ than: deps.clock(), seconds: BLOCK_SECONDS }), email: null });
};
