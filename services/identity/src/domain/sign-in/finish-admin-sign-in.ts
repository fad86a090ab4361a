import type { SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { passwordMark } from '../sessions/session-id.ts';
import type { User } from '../users/user.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { knownDeviceOf } from './known-device.ts';
import { requirePending } from './pending-sign-in.ts';
import type { PendingSignIn } from './pending-sign-in-store.ts';
import { passSecondStep } from './second-step.ts';
import type { Visitor } from './visitor.ts';

type FinishAdminSignIn = {
  email: string;
  code: string;
  /** From the browser that gave the password. */
  pendingToken: string | undefined;
  visitor: Visitor;
  replaces: SessionClaims | null;
};

/**
 * The second step: the authenticator's code or the mailed one, in the browser that gave the password.
 * @throws AppError TwoFactorExpired when the first step is gone, and as passSecondStep
 */
export const finishAdminSignIn = async (deps: IdentityDeps, input: FinishAdminSignIn): Promise<SignedIn> => {
  const { email, code, visitor, replaces } = input;
  const pending = await requirePending(deps, { token: input.pendingToken, email });
  const isKnownDevice = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken }) !== undefined;
  const attempt = { door: 'admin', email, userId: pending.userId, visitor, isKnownDevice } as const;
  const asked = await requirePendingUser(deps, pending);
  await passSecondStep(deps, { purpose: 'admin-sign-in', attempt, user: asked, code, triesKey: pending.tokenHash });
  // Of two right codes at once, one signs in.
  if (!(await deps.pendingSignIns.finish(pending))) throw new AppError('TwoFactorExpired');
  const user = await requirePendingUser(deps, pending);
  return completeSignIn(deps, { user, attempt, replaces });
};

/** The account may have been deleted, got a new password, or be no admin's any more, since the password was given. */
const requirePendingUser = async ({ users }: IdentityDeps, { userId, passwordMark: given }: PendingSignIn): Promise<User> => {
  const user = await users.findById(userId);
  if (!user?.isAdmin || passwordMark(user) !== given) throw new AppError('TwoFactorExpired');
  return user;
};
