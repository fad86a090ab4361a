import { CODE_LIFETIME_SECONDS } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { createToken, hashToken } from '../random-token.ts';
import { sessionFingerprint } from '../session/session.ts';
import type { User } from '../user/user.ts';
import type { PendingSignIn } from './pending-sign-in-store.ts';

/** The cookie that binds the second step to the browser. */
export type PendingToken = { token: string; seconds: number };

const expiryFrom = (now: Date): Date => addSeconds({ to: now, seconds: CODE_LIFETIME_SECONDS });

export const startPendingSignIn = async (deps: IdentityDeps, user: User): Promise<PendingToken> => {
  const token = createToken();
  await deps.pendingSignIns.start({
    tokenHash: hashToken(token),
    userId: user.id,
    passwordFingerprint: sessionFingerprint(user),
    email: user.email,
    expiresAt: expiryFrom(deps.now()),
  });
  return { token, seconds: CODE_LIFETIME_SECONDS };
};

/** @throws AppError TwoFactorExpired when this browser has no pending sign-in for the address */
export const requirePendingSignIn = async (
  deps: IdentityDeps,
  { token, email }: { token: string | undefined; email: string },
): Promise<PendingSignIn> => {
  const pending = token ? await deps.pendingSignIns.find({ tokenHash: hashToken(token), now: deps.now() }) : undefined;
  if (pending?.email !== email) throw new AppError('TwoFactorExpired');
  return pending;
};

/** Restarts the time limit of the second step. @throws AppError TwoFactorExpired when it has ended in the meantime */
export const extendPendingSignIn = async (deps: IdentityDeps, { tokenHash }: PendingSignIn): Promise<{ seconds: number }> => {
  const now = deps.now();
  if (!(await deps.pendingSignIns.extend({ tokenHash, now, expiresAt: expiryFrom(now) }))) throw new AppError('TwoFactorExpired');
  return { seconds: CODE_LIFETIME_SECONDS };
};
