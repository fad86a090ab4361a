import { TRUSTED_NETWORK_FACTOR } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';

/** Networks from which an admin signed in, such as the Wi-Fi of a hall, have higher limits. */
export const limitOfNetwork = async (
  { trustedNetworks, now }: IdentityDeps,
  { network, limit }: { network: string; limit: number },
): Promise<number> => ((await trustedNetworks.find({ network, now: now() })) ? limit * TRUSTED_NETWORK_FACTOR : limit);
