import { ADMIN_LOCK_FAILURES, ADMIN_WARNING_ATTEMPTS } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { noteSignIn } from './note-sign-in.ts';
import { type DoorRules, passPasswordStep } from './password-step.ts';
import { type PendingToken, startPending } from './pending-sign-in.ts';
import { mailSecondStepCode } from './second-step.ts';
import type { Visitor } from './visitor.ts';

type StartAdminSignIn = { email: string; password: string; visitor: Visitor };

const rules: DoorRules = {
  door: 'admin',
  allowed: ADMIN_LOCK_FAILURES,
  warnAt: ADMIN_WARNING_ATTEMPTS,
  mayPass: ({ user }) => user.isAdmin,
};

/**
 * The first step: the password. Answers the token that binds the second step to this browser; the code is on its way by mail.
 * @throws AppError as passPasswordStep and issueCode
 */
export const startAdminSignIn = async (deps: IdentityDeps, { email, password, visitor }: StartAdminSignIn): Promise<PendingToken> => {
  const { user, attempt } = await passPasswordStep(deps, { email, password, visitor, rules });
  await mailSecondStepCode(deps, { purpose: 'admin-sign-in', attempt });
  await noteSignIn(deps, { ...attempt, outcome: 'challenged' });
  return startPending(deps, user);
};
