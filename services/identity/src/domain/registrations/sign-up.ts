import type { SessionClaims } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { completeSignIn, type SignedIn } from '../sign-in/complete-sign-in.ts';
import { knownDeviceOf } from '../sign-in/known-device.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import type { User } from '../users/user.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'sessionStore' | 'tokens' | 'signIns' | 'blockedNetworks' | 'trustedNetworks'>;
type SignUp = { user: User; visitor: Visitor; replaces: SessionClaims | null };

/** Signs in whoever has just registered. */
export const signUp = (deps: Deps, { user, visitor, replaces }: SignUp): Promise<SignedIn> => {
  const { id: userId, email } = user;
  const isKnownDevice = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken }) !== undefined;
  return completeSignIn(deps, { user, attempt: { door: 'registration', email, userId, visitor, isKnownDevice }, replaces });
};
