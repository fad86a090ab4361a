import type { SessionClaims, SessionUser } from '@stagereel/contracts';
import { AppError, isAppError } from '@stagereel/service-kit';
import { redeemCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { toSessionUser } from '../users/user.ts';
import { knownDeviceOf, rememberDevice } from './known-device.ts';
import { noteSignIn } from './note-sign-in.ts';
import { requirePending } from './pending-sign-in.ts';
import type { PendingSignIn } from './pending-sign-in-store.ts';
import type { Visitor } from './visitor.ts';

type FinishAdminSignIn = {
  email: string;
  code: string;
  /** From the browser that gave the password. */
  pendingToken: string | undefined;
  visitor: Visitor;
  replaces: SessionClaims | null;
};
export type AdminSignedIn = { user: SessionUser; session: OpenedSession; device: { token: string; seconds: number } };

/**
 * The second step: the mailed code, in the browser that gave the password.
 * @throws AppError TwoFactorInvalid for a wrong code, TwoFactorExpired when the first step is gone, CodeTriesExceeded, CodePaused
 */
export const finishAdminSignIn = async (deps: IdentityDeps, input: FinishAdminSignIn): Promise<AdminSignedIn> => {
  const { email, code, visitor, replaces } = input;
  const pending = await requirePending(deps, { token: input.pendingToken, email });
  const isKnownDevice = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken }) !== undefined;
  const attempt = { door: 'admin', email, userId: pending.userId, visitor, isKnownDevice } as const;
  try {
    await redeemCode(deps, { purpose: 'admin-sign-in', email, code });
  } catch (error) {
    if (isAppError(error) && error.status === 400) await noteSignIn(deps, { ...attempt, outcome: 'wrong-code' });
    throw inSignInTerms(error);
  }
  const user = await finishPending(deps, pending);
  const session = await openSession(deps, { user, replaces });
  await deps.users.markSignedIn({ id: user.id, at: deps.clock() });
  await noteSignIn(deps, { ...attempt, outcome: 'succeeded' });
  return { user: toSessionUser(user), session, device: rememberDevice(deps, { email }) };
};

const inSignInTerms = (error: unknown): unknown => {
  if (isAppError(error, 'CodeInvalid')) return new AppError('TwoFactorInvalid', { cause: error });
  if (isAppError(error, 'CodeExpired')) return new AppError('TwoFactorExpired', { cause: error });
  return error;
};

/** The account may have been deleted, or be no admin's any more, since the password was given. */
const finishPending = async ({ pendingSignIns, users }: IdentityDeps, { tokenHash, userId }: PendingSignIn) => {
  const user = (await pendingSignIns.finish({ tokenHash })) ? await users.findById(userId) : undefined;
  if (!user?.isAdmin) throw new AppError('TwoFactorExpired');
  return user;
};
