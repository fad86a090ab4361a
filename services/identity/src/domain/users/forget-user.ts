import type { CodePurpose } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { endOutdatedSessions } from '../sessions/end-outdated-sessions.ts';

type Deps = Pick<
  IdentityDeps,
  'clock' | 'users' | 'sessionStore' | 'pendingSignIns' | 'passwordGrants' | 'twoFactorSetups' | 'codes' | 'trustedNetworks'
>;

/** Those that open something of an account; the others prove an address, which needs none. */
const ACCOUNT_CODES: readonly CodePurpose[] = ['admin-sign-in', 'sign-in', 'password-change', 'password-reset'];

/**
 * Ends what was open in the name of a deleted account. Runs right after the deletion, and again by its event, for the case that the process
 * died in between; so it leaves alone what belongs to the address when somebody has registered it anew.
 */
export const forgetUser = async (deps: Deps, { userId, email }: { userId: string; email: string }): Promise<void> => {
  await endOutdatedSessions(deps, userId);
  await Promise.all([deps.pendingSignIns, deps.passwordGrants, deps.twoFactorSetups].map((store) => store.removeOf(userId)));
  if (await deps.users.findByEmail(email)) return;
  await Promise.all([
    ...ACCOUNT_CODES.map((purpose) => deps.codes.remove({ purpose, email })),
    deps.trustedNetworks.removeOf({ email, now: deps.clock() }),
  ]);
};
