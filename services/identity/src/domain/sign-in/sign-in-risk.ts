import { HOUR, RISK_SCORE_FROM } from '@stagereel/contracts';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { countRecentFailures } from '../network/blocked-networks.ts';
import { networkOf } from '../network/network.ts';
import type { Risk, RiskSignals } from './sign-in-event.ts';
import type { Visitor } from './visitor.ts';

type AssessRisk = { email: string; visitor: Visitor; isKnownDevice: boolean };

/** Scores an attempt by what was known of the address and the network before it. */
export const assessRisk = async (deps: IdentityDeps, { email, visitor, isKnownDevice }: AssessRisk): Promise<Risk> => {
  const { signIns, trustedNetworks } = deps;
  const [network, now] = [networkOf(visitor.ip), deps.now()];
  const [hasSucceeded, trust, failuresOfAddress, { accounts }] = await Promise.all([
    signIns.hasSucceeded({ email, network }),
    trustedNetworks.find({ network, now }),
    signIns.countFailuresOfAddress({ email, since: addSeconds({ to: now, seconds: -HOUR }) }),
    countRecentFailures(deps, network),
  ]);
  const isNewNetwork = !hasSucceeded && !trust;
  const signals = { isNewNetwork, isNewDevice: !isKnownDevice, failuresOfAddress, failedAccountsOfNetwork: accounts };
  return { ...signals, ...scoreRisk(signals) };
};

type Rule = { reason: string; points: number; applies: (signals: RiskSignals) => boolean };

/** Only the first matching rule of each group counts. All groups together give at most 100 points. */
const riskRules: readonly (readonly Rule[])[] = [
  [{ reason: 'the address never signed in from this network', points: 25, applies: (signals) => signals.isNewNetwork }],
  [{ reason: 'this browser never signed in to the address', points: 25, applies: (signals) => signals.isNewDevice }],
  [
    { reason: '10 failures of the address in an hour', points: 25, applies: (signals) => signals.failuresOfAddress >= 10 },
    { reason: '5 failures of the address in an hour', points: 15, applies: (signals) => signals.failuresOfAddress >= 5 },
    { reason: '3 failures of the address in an hour', points: 10, applies: (signals) => signals.failuresOfAddress >= 3 },
  ],
  [
    { reason: '5 failed accounts of the network in an hour', points: 25, applies: (signals) => signals.failedAccountsOfNetwork >= 5 },
    { reason: '3 failed accounts of the network in an hour', points: 15, applies: (signals) => signals.failedAccountsOfNetwork >= 3 },
  ],
];

const levelOf = (score: number): Risk['level'] => {
  if (score >= RISK_SCORE_FROM.high) return 'high';
  return score >= RISK_SCORE_FROM.medium ? 'medium' : 'low';
};

/**
 * A new browser on a new network has medium risk, and high risk after wrong passwords for this account or from this network. For a known
 * browser on a known network the risk is never high, however many wrong passwords there were.
 */
export const scoreRisk = (signals: RiskSignals): Pick<Risk, 'score' | 'level'> => {
  const score = riskRules.reduce((sum, group) => sum + (group.find(({ applies }) => applies(signals))?.points ?? 0), 0);
  return { score, level: levelOf(score) };
};
