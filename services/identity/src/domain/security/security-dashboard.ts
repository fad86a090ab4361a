import { DAY, type SecurityDashboard, type SecurityEventType, SUSPICIOUS_ACCOUNTS } from '@stagereel/contracts';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { addressOf } from '../networks/network.ts';
import type { SignInEvent, SignInOutcome } from '../sign-in/sign-in-log.ts';
import { loginFigures } from './login-figures.ts';
import { assessSecurity } from './risk-assessment.ts';
import type { Period } from './sign-in-report.ts';
import { suspiciousNetworks } from './suspicious-networks.ts';
import { systemHealth } from './system-health.ts';

const RECENT_EVENTS = 50;
const NETWORKS_LOOKED_AT = 50;

/** The shop's security over the last 24 hours, counted from what is stored; locks, blocks, trust and health as they stand now. */
export const showSecurityDashboard = async (deps: IdentityDeps): Promise<SecurityDashboard> => {
  const now = deps.clock();
  const period: Period = { from: later({ than: now, seconds: -DAY }), to: now };
  const [counts, ipSecurity, userAccounts, admins, latest, health] = await Promise.all([
    deps.signInReport.countByHour(period),
    showNetworks(deps, period),
    showAccounts(deps, period),
    showAdmins(deps, period),
    deps.signInReport.latest({ ...period, limit: RECENT_EVENTS }),
    systemHealth(deps),
  ]);
  const loginSecurity = loginFigures(counts, period);
  return {
    period: { from: period.from.toISOString(), to: now.toISOString() },
    timestamp: now.toISOString(),
    riskAssessment: assessSecurity({
      ...loginSecurity,
      ...admins,
      suspiciousNetworks: ipSecurity.suspiciousIPs.length,
      blockedNetworks: ipSecurity.blockedIPs.length,
      lockedAccounts: userAccounts.lockedAccounts,
      isRateLimited: health.rateLimitingActive,
    }),
    loginSecurity,
    ipSecurity,
    userAccounts,
    recentEvents: latest.map(toRecentEvent),
    systemHealth: health,
  };
};

/** An IPv6 household is one network; its address stands for it. */
const showNetworks = async (deps: IdentityDeps, period: Period): Promise<SecurityDashboard['ipSecurity']> => {
  const [uniqueIPs, failures, trusted, blocked] = await Promise.all([
    deps.signInReport.countNetworks(period),
    failuresNotForgiven(deps, period),
    deps.trustedNetworks.list(period.to),
    deps.blockedNetworks.list(period.to),
  ]);
  return {
    uniqueIPs,
    suspiciousIPs: suspiciousNetworks(failures),
    trustedIPs: trusted.map(({ network, until, email }) => ({
      address: addressOf(network),
      until: until.toISOString(),
      email: email ?? '',
    })),
    blockedIPs: blocked.map(({ network, until }) => ({ address: addressOf(network), until: until.toISOString() })),
  };
};

const failuresNotForgiven = async ({ signInReport, blockedNetworks }: IdentityDeps, period: Period) => {
  const failures = await signInReport.failuresOfNetworks({ ...period, accounts: SUSPICIOUS_ACCOUNTS, networks: NETWORKS_LOOKED_AT });
  const networks = [...new Set(failures.map(({ network }) => network))];
  const liftedAt = new Map(await Promise.all(networks.map(async (network) => [network, await blockedNetworks.liftedAt(network)] as const)));
  return failures.filter(({ network, at }) => at > (liftedAt.get(network) ?? period.from));
};

const showAccounts = async (deps: IdentityDeps, period: Period): Promise<SecurityDashboard['userAccounts']> => {
  const [totalUsers, activeUsers, newRegistrations, lockedEmails] = await Promise.all([
    deps.userReport.count(),
    deps.signInReport.countActiveUsers(period),
    deps.userReport.countRegistered(period.from),
    deps.locks.emails(period.to),
  ]);
  // Addresses without an account are locked alike, so that nobody learns which have one; here only accounts count.
  return { totalUsers, activeUsers, lockedAccounts: await deps.userReport.countOf(lockedEmails), newRegistrations };
};

const showAdmins = async ({ userReport, signInReport }: IdentityDeps, period: Period) => {
  const admins = await userReport.admins();
  return {
    wrongAdminCodes: await signInReport.countWrongCodes({ ...period, userIds: admins.map(({ id }) => id) }),
    adminsWithoutAuthenticator: admins.filter(({ hasAuthenticator }) => !hasAuthenticator).length,
  };
};

const types: Record<SignInOutcome, SecurityEventType> = {
  succeeded: 'successful_login',
  challenged: 'second_step_required',
  'wrong-password': 'wrong_password',
  'wrong-code': 'wrong_code',
  locked: 'account_locked',
  blocked: 'address_blocked',
};

const toRecentEvent = ({ door, outcome, email, ip, at, risk }: SignInEvent): SecurityDashboard['recentEvents'][number] => ({
  type: door === 'registration' && outcome === 'succeeded' ? 'registration' : types[outcome],
  email,
  ip,
  timestamp: at.toISOString(),
  riskScore: risk.score,
});
