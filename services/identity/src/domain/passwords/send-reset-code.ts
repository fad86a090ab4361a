import { type IssuedCode, issueCode } from '../codes/issue-code.ts';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'codes' | 'counters' | 'outbox' | 'limits'>;

/**
 * Mails the code by which a forgotten password is reset. The answer never tells whether the address has an account: without one a decoy is
 * stored, with the same limits, and no mail goes out.
 * @throws AppError as issueCode
 */
export const sendResetCode = async (deps: Deps, { email, ip }: { email: string; ip: string }): Promise<IssuedCode> => {
  const user = await deps.users.findByEmail(email);
  return issueCode(deps, { purpose: 'password-reset', email, ip, instead: user ? undefined : null });
};
