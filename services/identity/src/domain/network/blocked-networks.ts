import { BLOCK_ACCOUNTS, BLOCK_FAILURES, BLOCK_SECONDS, HOUR } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { limitOfNetwork } from './trusted-networks.ts';

/** The error for a blocked network, with the seconds until the block ends; undefined for any other. */
export const findBlock = async ({ blockedNetworks, now }: IdentityDeps, network: string): Promise<AppError | undefined> => {
  const at = now();
  const block = await blockedNetworks.find({ network, now: at });
  return block && new AppError('AddressBlocked', { retryAfterSeconds: (block.until.getTime() - at.getTime()) / 1000 });
};

/** Failed sign-ins of the last hour, without those before an admin lifted the block. */
export const countRecentFailures = async (
  { signIns, blockedNetworks, now }: IdentityDeps,
  network: string,
): Promise<{ failures: number; accounts: number }> => {
  const hourAgo = addSeconds({ to: now(), seconds: -HOUR });
  const liftedAt = await blockedNetworks.removedAt(network);
  return signIns.countFailuresOfNetwork({ network, since: liftedAt && liftedAt > hourAgo ? liftedAt : hourAgo });
};

/** Counts the stored sign-in events, so that blocks, the log and the dashboard always agree. */
export const blockAfterFailures = async (deps: IdentityDeps, network: string): Promise<void> => {
  const { failures, accounts } = await countRecentFailures(deps, network);
  if (failures < BLOCK_FAILURES || accounts < BLOCK_ACCOUNTS) return;
  if (failures < (await limitOfNetwork(deps, { network, limit: BLOCK_FAILURES }))) return;
  await deps.blockedNetworks.add({ network, until: addSeconds({ to: deps.now(), seconds: BLOCK_SECONDS }), email: null });
};
