import type { SessionClaims, SessionUser } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../networks/network.ts';
import { trustNetwork } from '../networks/trusted-networks.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { toSessionUser, type User } from '../users/user.ts';
import { rememberDevice } from './known-device.ts';
import { noteSignIn, type SignInAttempt } from './note-sign-in.ts';
import type { Risk } from './sign-in-log.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'sessionStore' | 'tokens' | 'signIns' | 'blockedNetworks' | 'trustedNetworks'>;
type CompleteSignIn = { user: User; attempt: SignInAttempt; replaces: SessionClaims | null; risk?: Risk };
export type SignedIn = { user: SessionUser; session: OpenedSession; device: { token: string; seconds: number } };

/**
 * Every step is passed: opens the session, in place of this browser's earlier one, and knows the browser from now on.
 * @throws AppError as openSession
 */
export const completeSignIn = async (deps: Deps, { user, attempt, replaces, risk }: CompleteSignIn): Promise<SignedIn> => {
  const session = await openSession(deps, { user, replaces });
  await deps.users.markSignedIn({ id: user.id, at: deps.clock() });
  await noteSignIn(deps, { ...attempt, outcome: 'succeeded', risk });
  // Last: this sign-in itself was judged by what was known before.
  if (user.isAdmin) await trustNetwork(deps, { user, network: networkOf(attempt.visitor.ip) });
  return { user: toSessionUser(user), session, device: rememberDevice(deps, { email: user.email }) };
};
