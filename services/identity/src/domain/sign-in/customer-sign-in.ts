import {
  ADMIN_LOCK_FAILURES,
  CUSTOMER_LOCK_FAILURES,
  CUSTOMER_WARNING_ATTEMPTS,
  type SessionClaims,
  type TwoFactorMethod,
} from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../networks/network.ts';
import type { User } from '../users/user.ts';
import { assessRisk } from './assess-risk.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { noteSignIn } from './note-sign-in.ts';
import { type DoorRules, passPasswordStep } from './password-step.ts';
import { type PendingToken, startPending } from './pending-sign-in.ts';
import { openSecondStep, passSecondStep, type SecondStepPurpose } from './second-step.ts';
import type { Risk } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type CustomerSignIn = {
  email: string;
  password: string;
  /** In the call after the one that was answered with an open second step. */
  twoFactorCode: string | undefined;
  visitor: Visitor;
  replaces: SessionClaims | null;
};

/**
 * Everybody is told the same count. An admin's password counts no more often here than at the admins' own door; since the failures of both
 * doors are one count, neither gives guesses to the other.
 */
const rules: DoorRules = {
  door: 'customer',
  allowed: CUSTOMER_LOCK_FAILURES,
  warnAt: CUSTOMER_WARNING_ATTEMPTS,
  mayPass: ({ user, attemptNumber }) => !user.isAdmin || attemptNumber <= ADMIN_LOCK_FAILURES,
};

/** Admins always take the second step, customers when the risk is high. */
const secondStepOf = (user: User, { level }: Risk): SecondStepPurpose | undefined => {
  if (user.isAdmin) return 'admin-sign-in';
  return level === 'high' ? 'sign-in' : undefined;
};

/** The second step is open; `pending` only where a code is mailed when it is asked for. */
export type SecondStepOpen = { methods: TwoFactorMethod[]; pending: PendingToken | undefined };

/**
 * Signs in at the customers' door, where admins may come too. Where a second step is asked for, the same call is made again with its code:
 * the password is checked, and counted, each time.
 * @throws AppError as passPasswordStep, openSecondStep, passSecondStep and openSession
 */
export const signInCustomer = async (deps: IdentityDeps, input: CustomerSignIn): Promise<SignedIn | SecondStepOpen> => {
  const { email, password, twoFactorCode: code, visitor, replaces } = input;
  const { user, attempt } = await passPasswordStep(deps, { email, password, visitor, rules });
  const risk = await assessRisk(deps, attempt);
  const purpose = secondStepOf(user, risk);
  const triesKey = `${user.id}|${networkOf(visitor.ip)}`;
  if (purpose && !code) {
    // Noted first: a right password whose code cannot be mailed is to be seen, too.
    await noteSignIn(deps, { ...attempt, outcome: 'challenged', risk });
    const methods = await openSecondStep(deps, { purpose, attempt, user });
    await deps.counters.authenticatorTries.clear(triesKey);
    return { methods, pending: methods.includes('authenticator') ? await startPending(deps, user) : undefined };
  }
  if (purpose && code) await passSecondStep(deps, { purpose, attempt, user, code, triesKey });
  return completeSignIn(deps, { user, attempt, replaces, risk });
};
