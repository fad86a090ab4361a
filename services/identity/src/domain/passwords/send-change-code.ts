import type { SessionClaims } from '@stagereel/contracts';
import { type IssuedCode, issueCode } from '../codes/issue-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireAccount } from '../users/current-user.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'codes' | 'counters' | 'outbox' | 'limits'>;

/**
 * Mails the code that allows a signed-in person to change the password.
 * @throws AppError Unauthorized for an account that is gone, and as issueCode
 */
export const sendChangeCode = async (deps: Deps, { claims, ip }: { claims: SessionClaims; ip: string }): Promise<IssuedCode> => {
  const { email } = await requireAccount(deps, claims);
  return issueCode(deps, { purpose: 'password-change', email, ip });
};
