import { type SessionClaims, type SessionUser, TRUSTED_NETWORK_SECONDS } from '@stagereel/contracts';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network/network.ts';
import { type OpenedSession, openSession } from '../session/open-session.ts';
import { toSessionUser, type User } from '../user/user.ts';
import { recordSignIn, type SignInAttempt } from './record-sign-in.ts';
import type { Risk } from './sign-in-event.ts';
import { type DeviceToken, issueDeviceToken } from './visitor.ts';

type CompleteSignIn = { user: User; attempt: SignInAttempt; previousSession: SessionClaims | null; risk?: Risk };
export type SignedIn = { user: SessionUser; session: OpenedSession; device: DeviceToken };

/**
 * Opens the session after all steps were passed, and makes the browser a known device.
 * @throws AppError as openSession
 */
export const completeSignIn = async (deps: IdentityDeps, { user, attempt, previousSession, risk }: CompleteSignIn): Promise<SignedIn> => {
  // Before the session, whose opening fails if the password was changed in the meantime: then the device ends with all others.
  const device = await issueDeviceToken(deps, { email: user.email, deviceToken: attempt.visitor.deviceToken });
  const session = await openSession(deps, { user, previousSession });
  await deps.users.markSignedIn({ id: user.id, at: deps.now() });
  await recordSignIn(deps, { ...attempt, outcome: 'succeeded', risk });
  // After recording, so that this sign-in's own risk does not depend on it.
  if (user.isAdmin) await trustNetwork(deps, { user, network: networkOf(attempt.visitor.ip) });
  return { user: toSessionUser(user), session, device };
};

/** From a trusted network no sign-in counts as coming from a new network, and the limits of networks are higher. All other rules still apply. */
const trustNetwork = ({ trustedNetworks, now }: IdentityDeps, { user, network }: { user: User; network: string }): Promise<void> =>
  trustedNetworks.add({ network, until: addSeconds({ to: now(), seconds: TRUSTED_NETWORK_SECONDS }), email: user.email });
