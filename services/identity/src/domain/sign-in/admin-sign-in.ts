import { ADMIN_LOCK_FAILURES, ADMIN_WARNING_ATTEMPTS, type SessionClaims, type TwoFactorMethod } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { type IssuedCode, issueCode } from '../code/issue-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { sessionFingerprint } from '../session/session.ts';
import type { User } from '../user/user.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { type PasswordPolicy, verifyPasswordStep } from './password-step.ts';
import { extendPendingSignIn, type PendingToken, requirePendingSignIn, startPendingSignIn } from './pending-sign-in.ts';
import type { PendingSignIn } from './pending-sign-in-store.ts';
import { recordSignIn } from './record-sign-in.ts';
import { startSecondStep, verifySecondStep } from './second-step.ts';
import { sourceOf, type Visitor } from './visitor.ts';

const policy: PasswordPolicy = {
  entryPoint: 'admin',
  maxFailures: ADMIN_LOCK_FAILURES,
  warnAt: ADMIN_WARNING_ATTEMPTS,
  accepts: ({ user }) => user.isAdmin,
};

type StartAdminSignIn = { email: string; password: string; visitor: Visitor };

/**
 * Step 1: verifies the password. Returns the token that binds step 2 to this browser, and the methods that step 2 accepts.
 * @throws AppError as verifyPasswordStep and startSecondStep
 */
export const startAdminSignIn = async (
  deps: IdentityDeps,
  { email, password, visitor }: StartAdminSignIn,
): Promise<{ pending: PendingToken; methods: TwoFactorMethod[] }> => {
  const { user, attempt } = await verifyPasswordStep(deps, { email, password, visitor, policy });
  // Recorded before the code is mailed, so that the log has the correct password even if mailing fails.
  await recordSignIn(deps, { ...attempt, outcome: 'challenged' });
  const { methods } = await startSecondStep(deps, { purpose: 'admin-sign-in', attempt, user });
  return { pending: await startPendingSignIn(deps, user), methods };
};

type ResendAdminCode = { email: string; pendingToken: string | undefined; visitor: Visitor };

/**
 * Between the steps: mails a new code and restarts the time limit of step 2.
 * @throws AppError TwoFactorExpired when step 1 has expired; as issueCode
 */
export const resendAdminCode = async (
  deps: IdentityDeps,
  { email, pendingToken, visitor }: ResendAdminCode,
): Promise<IssuedCode & { pendingSeconds: number }> => {
  const pending = await requirePendingSignIn(deps, { token: pendingToken, email });
  const issued = await issueCode(deps, { purpose: 'admin-sign-in', email, visitor });
  const { seconds } = await extendPendingSignIn(deps, pending);
  return { ...issued, pendingSeconds: seconds };
};

type FinishAdminSignIn = {
  email: string;
  code: string;
  /** From the cookie of the browser that passed step 1. */
  pendingToken: string | undefined;
  visitor: Visitor;
  previousSession: SessionClaims | null;
};

/**
 * Step 2: verifies the code of the authenticator or the mailed code, and signs in.
 * @throws AppError TwoFactorExpired when step 1 has expired; as verifySecondStep
 */
export const finishAdminSignIn = async (deps: IdentityDeps, input: FinishAdminSignIn): Promise<SignedIn> => {
  const { email, code, visitor, previousSession } = input;
  const pending = await requirePendingSignIn(deps, { token: input.pendingToken, email });
  const { isKnownDevice } = await sourceOf(deps, { email, visitor });
  const attempt = { entryPoint: 'admin', email, userId: pending.userId, visitor, isKnownDevice } as const;
  const userBefore = await requirePendingUser(deps, pending);
  await verifySecondStep(deps, { purpose: 'admin-sign-in', attempt, user: userBefore, code, triesKey: pending.tokenHash });
  // Of concurrent requests with correct codes, only one signs in.
  if (!(await deps.pendingSignIns.finish(pending))) throw new AppError('TwoFactorExpired');
  const user = await requirePendingUser(deps, pending);
  return completeSignIn(deps, { user, attempt, previousSession });
};

/** Since step 1, the account may have been deleted, have a new password or ended all sessions, or no longer belong to an admin. */
const requirePendingUser = async ({ users }: IdentityDeps, pending: PendingSignIn): Promise<User> => {
  const user = await users.findById(pending.userId);
  if (!user?.isAdmin || sessionFingerprint(user) !== pending.passwordFingerprint) throw new AppError('TwoFactorExpired');
  return user;
};
