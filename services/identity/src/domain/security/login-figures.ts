import { HOUR, type SecurityDashboard } from '@stagereel/contracts';
import type { SignInOutcome } from '../sign-in/sign-in-log.ts';
import type { HourCount, Period } from './sign-in-report.ts';

const kinds: Record<SignInOutcome, 'successful' | 'failed' | 'blocked' | undefined> = {
  succeeded: 'successful',
  'wrong-password': 'failed',
  'wrong-code': 'failed',
  locked: 'blocked',
  blocked: 'blocked',
  // Half an attempt: what comes of it is counted.
  challenged: undefined,
};

const HOUR_MS = HOUR * 1000;

/** What the counts come to. Signing in by registering is no login. */
export const loginFigures = (counts: readonly HourCount[], period: Period): SecurityDashboard['loginSecurity'] => {
  const attempts = counts.filter(({ door, outcome }) => door !== 'registration' && kinds[outcome] !== undefined);
  const sum = (matches: (count: HourCount) => boolean): number => attempts.filter(matches).reduce((total, { count }) => total + count, 0);
  const successfulLogins = sum(({ outcome }) => kinds[outcome] === 'successful');
  const totalLoginAttempts = sum(() => true);
  return {
    totalLoginAttempts,
    successfulLogins,
    failedLogins: sum(({ outcome }) => kinds[outcome] === 'failed'),
    blockedAttempts: sum(({ outcome }) => kinds[outcome] === 'blocked'),
    successRate: totalLoginAttempts === 0 ? null : Math.round((successfulLogins / totalLoginAttempts) * 1000) / 10,
    highRiskAttempts: sum(({ isHighRisk }) => isHighRisk),
    byHour: hoursOf(period).map((hour) => ({
      hour: hour.toISOString(),
      successful: sum((count) => count.hour.getTime() === hour.getTime() && kinds[count.outcome] === 'successful'),
      failed: sum((count) => count.hour.getTime() === hour.getTime() && kinds[count.outcome] === 'failed'),
    })),
  };
};

/** Every hour of the clock that the period touches, so that the columns add up to the totals. */
const hoursOf = ({ from, to }: Period): Date[] => {
  const first = Math.floor(from.getTime() / HOUR_MS);
  const last = Math.floor(to.getTime() / HOUR_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => new Date((first + index) * HOUR_MS));
};
