import type { SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { passwordMark } from '../sessions/session-id.ts';
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
 * The second step: the mailed code, in the browser that gave the password.
 * @throws AppError TwoFactorExpired when the first step is gone, and as passSecondStep
 */
export const finishAdminSignIn = async (deps: IdentityDeps, input: FinishAdminSignIn): Promise<SignedIn> => {
  const { email, code, visitor, replaces } = input;
  const pending = await requirePending(deps, { token: input.pendingToken, email });
  const isKnownDevice = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken }) !== undefined;
  const attempt = { door: 'admin', email, userId: pending.userId, visitor, isKnownDevice } as const;
  await passSecondStep(deps, { purpose: 'admin-sign-in', attempt, code });
  const user = await finishPending(deps, pending);
  return completeSignIn(deps, { user, attempt, replaces });
};

/** The account may have been deleted, got a new password, or be no admin's any more, since the password was given. */
const finishPending = async ({ pendingSignIns, users }: IdentityDeps, { tokenHash, userId, passwordMark: given }: PendingSignIn) => {
  const user = (await pendingSignIns.finish({ tokenHash })) ? await users.findById(userId) : undefined;
  if (!user?.isAdmin || passwordMark(user) !== given) throw new AppError('TwoFactorExpired');
  return user;
};
