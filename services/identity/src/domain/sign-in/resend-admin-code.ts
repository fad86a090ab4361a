import { type IssuedCode, issueCode } from '../codes/issue-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { extendPending, requirePending } from './pending-sign-in.ts';

type ResendAdminCode = { email: string; pendingToken: string | undefined; ip: string };

/**
 * Mails a new code for the second step and gives the step its full time again.
 * @throws AppError TwoFactorExpired when the first step is gone, and as issueCode
 */
export const resendAdminCode = async (
  deps: IdentityDeps,
  { email, pendingToken, ip }: ResendAdminCode,
): Promise<IssuedCode & { pendingSeconds: number }> => {
  const pending = await requirePending(deps, { token: pendingToken, email });
  const issued = await issueCode(deps, { purpose: 'admin-sign-in', email, ip });
  const { seconds } = await extendPending(deps, pending);
  return { ...issued, pendingSeconds: seconds };
};
