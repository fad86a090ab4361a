import { BLOCK_ACCOUNTS, BLOCK_FAILURES, BLOCK_SECONDS, HOUR } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';

/** The refusal for a blocked network; undefined when it may try. */
export const findBlock = async (
  { blockedNetworks, clock }: Pick<IdentityDeps, 'blockedNetworks' | 'clock'>,
  network: string,
): Promise<AppError | undefined> => {
  const now = clock();
  const until = await blockedNetworks.blockedUntil({ network, now });
  return until && new AppError('AddressBlocked', { retryAfterSeconds: (until.getTime() - now.getTime()) / 1000 });
};

/** Counts what is stored, so that the block, the log and the dashboard never disagree. */
export const blockAfterFailures = async (
  { signIns, blockedNetworks, clock }: Pick<IdentityDeps, 'signIns' | 'blockedNetworks' | 'clock'>,
  network: string,
): Promise<void> => {
  const now = clock();
  const { failures, accounts } = await signIns.failuresOfNetwork({ network, since: later({ than: now, seconds: -HOUR }) });
  if (failures < BLOCK_FAILURES || accounts < BLOCK_ACCOUNTS) return;
  await blockedNetworks.block({ network, until: later({ than: now, seconds: BLOCK_SECONDS }) });
};
