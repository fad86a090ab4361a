import { RISK_SCORE_FROM } from '@stagereel/contracts';
import type { Risk, RiskFacts } from './sign-in-log.ts';

type Rule = { reason: string; points: number; applies: (facts: RiskFacts) => boolean };

/** The rules of one group exclude each other: the first that applies counts. All groups together make at most 100 points. */
const riskRules: readonly (readonly Rule[])[] = [
  [{ reason: 'the address never signed in from this network', points: 25, applies: (facts) => facts.isNewNetwork }],
  [{ reason: 'this browser never signed in to the address', points: 25, applies: (facts) => facts.isNewDevice }],
  [
    { reason: '10 failures of the address in an hour', points: 25, applies: (facts) => facts.failuresOfAddress >= 10 },
    { reason: '5 failures of the address in an hour', points: 15, applies: (facts) => facts.failuresOfAddress >= 5 },
    { reason: '3 failures of the address in an hour', points: 10, applies: (facts) => facts.failuresOfAddress >= 3 },
  ],
  [
    { reason: '5 failed accounts of the network in an hour', points: 25, applies: (facts) => facts.failedAccountsOfNetwork >= 5 },
    { reason: '3 failed accounts of the network in an hour', points: 15, applies: (facts) => facts.failedAccountsOfNetwork >= 3 },
  ],
];

const levelOf = (score: number): Risk['level'] => {
  if (score >= RISK_SCORE_FROM.high) return 'high';
  return score >= RISK_SCORE_FROM.medium ? 'medium' : 'low';
};

/**
 * How likely it is not the owner who signs in, 0 to 100. A new browser on a new network is medium, and high when there were guesses besides,
 * at this account or from this network. Guesses alone, however many, are never high for a known browser on a known network.
 */
export const scoreRisk = (facts: RiskFacts): Pick<Risk, 'score' | 'level'> => {
  const score = riskRules.reduce((sum, group) => sum + (group.find(({ applies }) => applies(facts))?.points ?? 0), 0);
  return { score, level: levelOf(score) };
};
