import { HOUR, type SecurityDashboard, SUSPICIOUS_ACCOUNTS } from '@stagereel/contracts';
import { addressOf } from '../networks/network.ts';
import type { FailedSignIn } from './sign-in-report.ts';

type SuspiciousNetwork = SecurityDashboard['ipSecurity']['suspiciousIPs'][number];

const HOUR_MS = HOUR * 1000;

/** The most accounts that failed within any one hour. */
const mostAccountsInAnHour = (failures: readonly FailedSignIn[]): number => {
  const counts = failures.map(({ at: start }) => {
    const msAfter = (at: Date): number => at.getTime() - start.getTime();
    return accountsOf(failures.filter(({ at }) => msAfter(at) >= 0 && msAfter(at) <= HOUR_MS));
  });
  return Math.max(0, ...counts);
};

const accountsOf = (failures: readonly FailedSignIn[]): number => new Set(failures.map(({ email }) => email)).size;

/** Networks where sign-ins to three accounts failed within one hour; figures of all that is given, the most failures first. */
export const suspiciousNetworks = (failures: readonly FailedSignIn[]): SuspiciousNetwork[] =>
  [...new Set(failures.map(({ network }) => network))]
    .map((network) => ({ network, ofNetwork: failures.filter((failure) => failure.network === network) }))
    .filter(({ ofNetwork }) => mostAccountsInAnHour(ofNetwork) >= SUSPICIOUS_ACCOUNTS)
    .map(({ network, ofNetwork }) => ({ address: addressOf(network), failedAccounts: accountsOf(ofNetwork), failures: ofNetwork.length }))
    .toSorted((a, b) => b.failures - a.failures || a.address.localeCompare(b.address));
