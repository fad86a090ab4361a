import type { SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { tryCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import type { SignedIn } from '../sign-in/complete-sign-in.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { createAccount } from './create-account.ts';
import { pendingIdOf } from './registering-browser.ts';
import { signUp } from './sign-up.ts';

type FinishByCode = {
  email: string;
  code: string;
  /** From the browser that asked for the code. */
  browserToken: string | undefined;
  visitor: Visitor;
  replaces: SessionClaims | null;
};

/**
 * Makes the account of the browser's pending registration by the mailed code, and signs in.
 *
 * The code is used up last. A process that dies before leaves it open: the same code in the same browser finds the account that was made, or
 * makes it, and goes on.
 * @throws AppError CodeInvalid, CodeExpired, CodeTriesExceeded, CodePaused; AccountExists when the address has an account by now
 */
export const finishByCode = async (deps: IdentityDeps, input: FinishByCode): Promise<SignedIn> => {
  const { email, code, browserToken, visitor, replaces } = input;
  const pending = browserToken ? await deps.pendingRegistrations.find(pendingIdOf({ way: 'code', browserToken, email })) : undefined;
  // Not counted: a browser that registers nothing is not to use up the tries of somebody who does.
  if (!pending || pending.expiresAt <= deps.clock()) throw new AppError('CodeInvalid');
  if (!pending.applicant) throw new AppError('AccountExists');

  const right = await tryCode(deps, { purpose: 'registration', email, code });
  const user = await createAccount(deps, pending.applicant);
  // Of the same code given twice at once, one signs in.
  if (!(await deps.pendingRegistrations.complete(pending.id))) throw new AppError('AccountExists');
  await right.use();
  return signUp(deps, { user, visitor, replaces });
};
