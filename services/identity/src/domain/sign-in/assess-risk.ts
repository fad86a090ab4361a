import { HOUR } from '@stagereel/contracts';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { recentFailuresOf } from '../networks/blocked-networks.ts';
import { networkOf } from '../networks/network.ts';
import { scoreRisk } from './risk-score.ts';
import type { Risk } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'signIns' | 'blockedNetworks' | 'trustedNetworks'>;
type AssessRisk = { email: string; visitor: Visitor; isKnownDevice: boolean };

/** What is known, before this attempt, of the address and the network it comes from. */
export const assessRisk = async (deps: Deps, { email, visitor, isKnownDevice }: AssessRisk): Promise<Risk> => {
  const { clock, signIns, trustedNetworks } = deps;
  const [network, now] = [networkOf(visitor.ip), clock()];
  const [hasSucceeded, trust, failuresOfAddress, { accounts }] = await Promise.all([
    signIns.hasSucceeded({ email, network }),
    trustedNetworks.find({ network, now }),
    signIns.failuresOfAddress({ email, since: later({ than: now, seconds: -HOUR }) }),
    recentFailuresOf(deps, network),
  ]);
  const isNewNetwork = !hasSucceeded && !trust;
  const facts = { isNewNetwork, isNewDevice: !isKnownDevice, failuresOfAddress, failedAccountsOfNetwork: accounts };
  return { ...facts, ...scoreRisk(facts) };
};
