import { CODE_RESEND_SECONDS, CODES_PER_ADDRESS_HOUR, CODES_PER_IP_HOUR, type SecurityDashboard } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { scoreRisk } from '../sign-in/risk-score.ts';

type Deps = Pick<IdentityDeps, 'counters' | 'limits'>;

const WORST = { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 10, failedAccountsOfNetwork: 5 };

/** What protects sign-ins, as this process runs right now. */
export const systemHealth = async ({ counters, limits }: Deps): Promise<SecurityDashboard['systemHealth']> => {
  const isCounting = await counters.failuresOfAccount.read('health').then(
    () => true,
    () => false,
  );
  return {
    // Sign-ins are scored, and the worst score asks a customer for a second step.
    fraudDetectionActive: scoreRisk(WORST).level === 'high',
    // The counters answer, and the environment has not loosened the limits of mailed codes. The gateway's limit of requests is its own.
    rateLimitingActive: isCounting && isAsStrictAsTheShops(limits),
    // No setting turns this off: both doors ask every admin for a second step.
    twoFactorActive: true,
    // Blocks are counted from, and kept beside, the very events this answer is made of.
    ipRestrictionActive: true,
    // Locks are counts: they hold while the counters answer, and nobody signs in without them.
    accountLockoutActive: isCounting,
  };
};

const isAsStrictAsTheShops = ({ codeResendSeconds, codesPerAddressHour, codesPerNetworkHour }: Deps['limits']): boolean =>
  codeResendSeconds >= CODE_RESEND_SECONDS && codesPerAddressHour <= CODES_PER_ADDRESS_HOUR && codesPerNetworkHour <= CODES_PER_IP_HOUR;
