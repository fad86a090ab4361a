import { ADMIN_LOCK_FAILURES, ADMIN_WARNING_ATTEMPTS, type TwoFactorMethod } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { noteSignIn } from './note-sign-in.ts';
import { type DoorRules, passPasswordStep } from './password-step.ts';
import { type PendingToken, startPending } from './pending-sign-in.ts';
import { openSecondStep } from './second-step.ts';
import type { Visitor } from './visitor.ts';

type StartAdminSignIn = { email: string; password: string; visitor: Visitor };

const rules: DoorRules = {
  door: 'admin',
  allowed: ADMIN_LOCK_FAILURES,
  warnAt: ADMIN_WARNING_ATTEMPTS,
  mayPass: ({ user }) => user.isAdmin,
};

/**
 * The first step: the password. Answers the token that binds the second step to this browser, and how that step may be taken.
 * @throws AppError as passPasswordStep and openSecondStep
 */
export const startAdminSignIn = async (
  deps: IdentityDeps,
  { email, password, visitor }: StartAdminSignIn,
): Promise<{ pending: PendingToken; methods: TwoFactorMethod[] }> => {
  const { user, attempt } = await passPasswordStep(deps, { email, password, visitor, rules });
  // Noted first: a right password whose code cannot be mailed is to be seen, too.
  await noteSignIn(deps, { ...attempt, outcome: 'challenged' });
  const methods = await openSecondStep(deps, { purpose: 'admin-sign-in', attempt, user });
  return { pending: await startPending(deps, user), methods };
};
