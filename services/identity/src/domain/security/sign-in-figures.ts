import { CODE_LIFETIME_SECONDS, HOUR, type SecurityDashboard, SUSPICIOUS_ACCOUNTS } from '@stagereel/contracts';
import { addressOf } from '../network/network.ts';
import type { CodeOutcome, FailedSignIn, HourCount, Period, SignInOutcome } from '../sign-in/sign-in-event.ts';

const HOUR_MS = HOUR * 1000;

const results: Record<SignInOutcome, 'successful' | 'failed' | 'blocked' | undefined> = {
  succeeded: 'successful',
  'wrong-password': 'failed',
  'wrong-code': 'failed',
  locked: 'blocked',
  blocked: 'blocked',
  // Not an attempt of its own: the outcome of its second step is counted.
  challenged: undefined,
};

/** The dashboard's login figures. Registrations are not counted as logins. */
export const summarizeLogins = (counts: readonly HourCount[], period: Period): SecurityDashboard['loginSecurity'] => {
  const attempts = counts.filter(({ entryPoint, outcome }) => entryPoint !== 'registration' && results[outcome] !== undefined);
  const sum = (matches: (count: HourCount) => boolean): number => attempts.filter(matches).reduce((total, { count }) => total + count, 0);
  const successfulLogins = sum(({ outcome }) => results[outcome] === 'successful');
  const totalLoginAttempts = sum(() => true);
  return {
    totalLoginAttempts,
    successfulLogins,
    failedLogins: sum(({ outcome }) => results[outcome] === 'failed'),
    blockedAttempts: sum(({ outcome }) => results[outcome] === 'blocked'),
    successRate: totalLoginAttempts === 0 ? null : Math.round((successfulLogins / totalLoginAttempts) * 1000) / 10,
    highRiskAttempts: sum(({ isHighRisk }) => isHighRisk),
    byHour: hoursOf(period).map((hour) => ({
      hour: hour.toISOString(),
      successful: sum((count) => count.hour.getTime() === hour.getTime() && results[count.outcome] === 'successful'),
      failed: sum((count) => count.hour.getTime() === hour.getTime() && results[count.outcome] === 'failed'),
    })),
  };
};

/** All now hours that overlap the period, so that the columns add up to the totals. */
const hoursOf = ({ from, to }: Period): Date[] => {
  const first = Math.floor(from.getTime() / HOUR_MS);
  const last = Math.floor(to.getTime() / HOUR_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => new Date((first + index) * HOUR_MS));
};

/** Somebody who mistyped a code signs in while it is valid. */
const TYPO_MS = CODE_LIFETIME_SECONDS * 1000;

/** The wrong codes that the same account did not follow by a sign-in from the same network soon afterwards: those that were not typos. */
export const countUnresolvedCodes = (outcomes: readonly CodeOutcome[]): number => {
  const signIns = outcomes.filter(({ outcome }) => outcome === 'succeeded');
  const isTypo = ({ userId, network, at }: CodeOutcome): boolean =>
    signIns.some((signIn) => {
      const laterMs = signIn.at.getTime() - at.getTime();
      return signIn.userId === userId && signIn.network === network && laterMs >= 0 && laterMs <= TYPO_MS;
    });
  return outcomes.filter((each) => each.outcome === 'wrong-code' && !isTypo(each)).length;
};

type SuspiciousNetwork = SecurityDashboard['ipSecurity']['suspiciousIPs'][number];

/** Networks from which sign-ins to three accounts failed within one hour. The figures cover all given failures; most failures first. */
export const findSuspiciousNetworks = (failures: readonly FailedSignIn[]): SuspiciousNetwork[] =>
  [...new Set(failures.map(({ network }) => network))]
    .map((network) => ({ network, ofNetwork: failures.filter((failure) => failure.network === network) }))
    .filter(({ ofNetwork }) => maxAccountsInAnHour(ofNetwork) >= SUSPICIOUS_ACCOUNTS)
    .map(({ network, ofNetwork }) => ({
      address: addressOf(network),
      failedAccounts: countAccounts(ofNetwork),
      failures: ofNetwork.length,
    }))
    .toSorted((a, b) => b.failures - a.failures || a.address.localeCompare(b.address));

/** The largest number of accounts that failed within any one hour. */
const maxAccountsInAnHour = (failures: readonly FailedSignIn[]): number => {
  const counts = failures.map(({ at: start }) => {
    const msAfter = (at: Date): number => at.getTime() - start.getTime();
    return countAccounts(failures.filter(({ at }) => msAfter(at) >= 0 && msAfter(at) <= HOUR_MS));
  });
  return Math.max(0, ...counts);
};

const countAccounts = (failures: readonly FailedSignIn[]): number => new Set(failures.map(({ email }) => email)).size;
