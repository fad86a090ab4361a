import { PASSWORD_CHANGE_SECONDS, type SessionClaims } from '@stagereel/contracts';
import { later } from '../clock.ts';
import { redeemCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireAccount } from '../users/current-user.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'codes' | 'counters' | 'limits' | 'passwordGrants'>;

/**
 * Turns the mailed code into leave to change the password, for this session alone.
 * @throws AppError Unauthorized for an account that is gone, and as redeemCode
 */
export const verifyChangeCode = async (
  deps: Deps,
  { claims, code }: { claims: SessionClaims; code: string },
): Promise<{ expiresAt: Date }> => {
  const { id, email } = await requireAccount(deps, claims);
  await redeemCode(deps, { purpose: 'password-change', email, code });
  const expiresAt = later({ than: deps.clock(), seconds: PASSWORD_CHANGE_SECONDS });
  await deps.passwordGrants.give({ sid: claims.sid, userId: id, expiresAt });
  return { expiresAt };
};
