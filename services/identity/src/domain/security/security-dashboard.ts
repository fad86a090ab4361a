import {
  CODE_RESEND_SECONDS,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_IP_HOUR,
  DAY,
  type SecurityDashboard,
  type SecurityEventType,
  SUSPICIOUS_ACCOUNTS,
} from '@stagereel/contracts';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { addressOf } from '../network/network.ts';
import type { Period, SignInEvent, SignInOutcome } from '../sign-in/sign-in-event.ts';
import { scoreRisk } from '../sign-in/sign-in-risk.ts';
import { assessSecurity } from './assess-security.ts';
import { countUnresolvedCodes, findSuspiciousNetworks, summarizeLogins } from './sign-in-figures.ts';

const MAX_RECENT_EVENTS = 50;
const MAX_SUSPECT_NETWORKS = 50;

/** The figures of the last 24 hours; locks, blocks, trusted networks and protections as they are now. */
export const getSecurityDashboard = async (deps: IdentityDeps): Promise<SecurityDashboard> => {
  const now = deps.now();
  const period: Period = { from: addSeconds({ to: now, seconds: -DAY }), to: now };
  const [counts, ipSecurity, userAccounts, admins, latest, protections] = await Promise.all([
    deps.signInReport.countByHour(period),
    getNetworks(deps, period),
    getAccounts(deps, period),
    getAdminIndicators(deps, period),
    deps.signInReport.findLatest({ ...period, limit: MAX_RECENT_EVENTS }),
    checkProtections(deps),
  ]);
  const loginSecurity = summarizeLogins(counts, period);
  return {
    period: { from: period.from.toISOString(), to: now.toISOString() },
    timestamp: now.toISOString(),
    riskAssessment: assessSecurity({
      ...loginSecurity,
      ...admins,
      suspiciousNetworks: ipSecurity.suspiciousIPs.length,
      blockedNetworks: ipSecurity.blockedIPs.length,
      lockedAccounts: userAccounts.lockedAccounts,
      isRateLimited: protections.rateLimitingActive,
    }),
    loginSecurity,
    ipSecurity,
    userAccounts,
    recentEvents: latest.map(toRecentEvent),
    systemHealth: protections,
  };
};

const getNetworks = async (deps: IdentityDeps, period: Period): Promise<SecurityDashboard['ipSecurity']> => {
  const [uniqueIPs, failures, trusted, blocked] = await Promise.all([
    deps.signInReport.countNetworks(period),
    findFailuresSinceUnblock(deps, period),
    deps.trustedNetworks.list(period.to),
    deps.blockedNetworks.list(period.to),
  ]);
  return {
    uniqueIPs,
    suspiciousIPs: findSuspiciousNetworks(failures),
    trustedIPs: trusted.map(({ network, until, email }) => ({
      address: addressOf(network),
      until: until.toISOString(),
      email: email ?? '',
    })),
    blockedIPs: blocked.map(({ network, until }) => ({ address: addressOf(network), until: until.toISOString() })),
  };
};

/** Failures before an admin lifted the network's block do not count. */
const findFailuresSinceUnblock = async ({ signInReport, blockedNetworks }: IdentityDeps, period: Period) => {
  const failures = await signInReport.findFailuresByNetwork({
    ...period,
    minAccounts: SUSPICIOUS_ACCOUNTS,
    maxNetworks: MAX_SUSPECT_NETWORKS,
  });
  const networks = [...new Set(failures.map(({ network }) => network))];
  const liftedAt = new Map(
    await Promise.all(networks.map(async (network) => [network, await blockedNetworks.removedAt(network)] as const)),
  );
  return failures.filter(({ network, at }) => at > (liftedAt.get(network) ?? period.from));
};

const getAccounts = async (deps: IdentityDeps, period: Period): Promise<SecurityDashboard['userAccounts']> => {
  const [totalUsers, activeUsers, newRegistrations, lockedEmails] = await Promise.all([
    deps.userReport.count(),
    deps.signInReport.countActiveUsers(period),
    deps.userReport.countRegistered(period.from),
    deps.locks.findLockedEmails(period.to),
  ]);
  // Addresses without an account are locked too, so that a lock does not reveal which addresses have one. Only accounts are counted here.
  return { totalUsers, activeUsers, lockedAccounts: await deps.userReport.countByEmails(lockedEmails), newRegistrations };
};

const getAdminIndicators = async ({ userReport, signInReport }: IdentityDeps, period: Period) => {
  const admins = await userReport.admins();
  return {
    wrongAdminCodes: countUnresolvedCodes(await signInReport.findCodeOutcomes({ ...period, userIds: admins.map(({ id }) => id) })),
    adminsWithoutAuthenticator: admins.filter(({ hasAuthenticator }) => !hasAuthenticator).length,
  };
};

const MAX_RISK_SIGNALS = { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 10, failedAccountsOfNetwork: 5 };

/** Which protections of sign-ins are active in this process. */
const checkProtections = async ({ counters, limits }: IdentityDeps): Promise<SecurityDashboard['systemHealth']> => {
  const areCountersAvailable = await counters.failuresByAccount.read('health').then(
    () => true,
    () => false,
  );
  return {
    // The highest risk score requires a second step from a customer.
    fraudDetectionActive: scoreRisk(MAX_RISK_SIGNALS).level === 'high',
    // Covers the limits of mailed codes; the gateway has its own request limits.
    rateLimitingActive: areCountersAvailable && areLimitsStrictEnough(limits),
    // Every admin needs a second step at both logins, and no setting disables that.
    twoFactorActive: true,
    // Blocks are computed from the same database as this response, so they are active when it can be created.
    ipRestrictionActive: true,
    // Locks are counters. When these are unavailable, nobody can sign in.
    accountLockoutActive: areCountersAvailable,
  };
};

const areLimitsStrictEnough = ({ codeResendSeconds, codesPerAddressHour, codesPerNetworkHour }: IdentityDeps['limits']): boolean =>
  codeResendSeconds >= CODE_RESEND_SECONDS && codesPerAddressHour <= CODES_PER_ADDRESS_HOUR && codesPerNetworkHour <= CODES_PER_IP_HOUR;

const eventTypes: Record<SignInOutcome, SecurityEventType> = {
  succeeded: 'successful_login',
  challenged: 'second_step_required',
  'wrong-password': 'wrong_password',
  'wrong-code': 'wrong_code',
  locked: 'account_locked',
  blocked: 'address_blocked',
};

const toRecentEvent = ({ entryPoint, outcome, email, ip, at, count, risk }: SignInEvent): SecurityDashboard['recentEvents'][number] => ({
  type: entryPoint === 'registration' && outcome === 'succeeded' ? 'registration' : eventTypes[outcome],
  email,
  ip,
  timestamp: at.toISOString(),
  count,
  riskScore: risk.score,
});
