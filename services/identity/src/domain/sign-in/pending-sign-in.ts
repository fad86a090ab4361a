import { CODE_LIFETIME_SECONDS } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { hashOfToken, newToken } from '../random-token.ts';
import { passwordMark } from '../sessions/session-id.ts';
import type { User } from '../users/user.ts';
import type { PendingSignIn } from './pending-sign-in-store.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'pendingSignIns'>;
export type PendingToken = { token: string; seconds: number };

const endOf = (now: Date): Date => later({ than: now, seconds: CODE_LIFETIME_SECONDS });

export const startPending = async (deps: Deps, user: User): Promise<PendingToken> => {
  const token = newToken();
  await deps.pendingSignIns.start({
    tokenHash: hashOfToken(token),
    userId: user.id,
    passwordMark: passwordMark(user),
    email: user.email,
    expiresAt: endOf(deps.clock()),
  });
  return { token, seconds: CODE_LIFETIME_SECONDS };
};

/** @throws AppError TwoFactorExpired when this browser has no open sign-in to the address */
export const requirePending = async (
  deps: Deps,
  { token, email }: { token: string | undefined; email: string },
): Promise<PendingSignIn> => {
  const pending = token ? await deps.pendingSignIns.find({ tokenHash: hashOfToken(token), now: deps.clock() }) : undefined;
  if (pending?.email !== email) throw new AppError('TwoFactorExpired');
  return pending;
};

/** Gives the second step its full time again. @throws AppError TwoFactorExpired when it ended meanwhile */
export const extendPending = async (deps: Deps, { tokenHash }: PendingSignIn): Promise<{ seconds: number }> => {
  const now = deps.clock();
  if (!(await deps.pendingSignIns.extend({ tokenHash, now, expiresAt: endOf(now) }))) throw new AppError('TwoFactorExpired');
  return { seconds: CODE_LIFETIME_SECONDS };
};
