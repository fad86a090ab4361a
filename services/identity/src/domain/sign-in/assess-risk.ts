import { HOUR } from '@stagereel/contracts';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network.ts';
import { scoreRisk } from './risk-score.ts';
import type { Risk } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'signIns'>;
type AssessRisk = { email: string; visitor: Visitor; isKnownDevice: boolean };

/** What is known, before this attempt, of the address and the network it comes from. */
export const assessRisk = async ({ clock, signIns }: Deps, { email, visitor, isKnownDevice }: AssessRisk): Promise<Risk> => {
  const network = networkOf(visitor.ip);
  const since = later({ than: clock(), seconds: -HOUR });
  const [hasSucceeded, failuresOfAddress, { accounts }] = await Promise.all([
    signIns.hasSucceeded({ email, network }),
    signIns.failuresOfAddress({ email, since }),
    signIns.failuresOfNetwork({ network, since }),
  ]);
  const facts = { isNewNetwork: !hasSucceeded, isNewDevice: !isKnownDevice, failuresOfAddress, failedAccountsOfNetwork: accounts };
  return { ...facts, ...scoreRisk(facts) };
};
