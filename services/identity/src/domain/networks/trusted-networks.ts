import { TRUSTED_NETWORK_SECONDS } from '@stagereel/contracts';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import type { User } from '../users/user.ts';

type Deps = Pick<IdentityDeps, 'trustedNetworks' | 'clock'>;

/**
 * Trusts a network from which an admin has signed in, for 30 days since the last time. For whoever signs in from there it is no new
 * network; every other rule stays.
 */
export const trustNetwork = ({ trustedNetworks, clock }: Deps, { user, network }: { user: User; network: string }): Promise<void> =>
  trustedNetworks.put({ network, until: later({ than: clock(), seconds: TRUSTED_NETWORK_SECONDS }), email: user.email });
