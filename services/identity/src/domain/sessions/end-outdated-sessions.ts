import type { IdentityDeps } from '../deps.ts';
import { isOfPresentPassword } from './session-id.ts';

type Deps = Pick<IdentityDeps, 'users' | 'sessionStore'>;

/**
 * Ends every session that was opened under an earlier password, or whose account is gone. It can be run late and again without harm:
 * what was opened under the present password stays.
 */
export const endOutdatedSessions = async ({ users, sessionStore }: Deps, userId: string): Promise<void> => {
  const user = await users.findById(userId);
  await sessionStore.endWhere({ userId, isOver: (sid) => !user || !isOfPresentPassword(sid, user) });
};
