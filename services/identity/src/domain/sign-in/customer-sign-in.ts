import { ADMIN_LOCK_FAILURES, CUSTOMER_LOCK_FAILURES, CUSTOMER_WARNING_ATTEMPTS, type SessionClaims } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network/network.ts';
import type { User } from '../user/user.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { type PasswordPolicy, verifyPasswordStep } from './password-step.ts';
import { type PendingToken, startPendingSignIn } from './pending-sign-in.ts';
import { recordSignIn } from './record-sign-in.ts';
import { type SecondStepPurpose, type StartedSecondStep, startSecondStep, verifySecondStep } from './second-step.ts';
import type { Risk } from './sign-in-event.ts';
import { assessRisk } from './sign-in-risk.ts';
import type { Visitor } from './visitor.ts';

type CustomerSignIn = {
  email: string;
  password: string;
  /** Given in the request that follows the response `SecondStepRequired`. */
  twoFactorCode: string | undefined;
  visitor: Visitor;
  previousSession: SessionClaims | null;
};

/**
 * The response reports the same limits for all accounts. An admin's password is accepted only within the stricter limit of the admin login.
 * Both logins share one failure count, so that neither gives additional guesses to the other.
 */
const policy: PasswordPolicy = {
  entryPoint: 'customer',
  maxFailures: CUSTOMER_LOCK_FAILURES,
  warnAt: CUSTOMER_WARNING_ATTEMPTS,
  accepts: ({ user, attemptNumber }) => !user.isAdmin || attemptNumber <= ADMIN_LOCK_FAILURES,
};

/** Admins always need the second step, customers only at high risk. */
const requiredSecondStep = (user: User, { level }: Risk): SecondStepPurpose | undefined => {
  if (user.isAdmin) return 'admin-sign-in';
  return level === 'high' ? 'sign-in' : undefined;
};

/** `pending` is set for users with an authenticator: it lets them request a mailed code instead. */
export type SecondStepRequired = StartedSecondStep & { pending: PendingToken | undefined };

/**
 * Signs in customers, and admins who use the customer login. When a second step is required, the client repeats the request with the code;
 * the password is verified and counted each time.
 * @throws AppError as verifyPasswordStep, startSecondStep, verifySecondStep and openSession
 */
export const signInCustomer = async (deps: IdentityDeps, input: CustomerSignIn): Promise<SignedIn | SecondStepRequired> => {
  const { email, password, twoFactorCode: code, visitor, previousSession } = input;
  const { user, attempt } = await verifyPasswordStep(deps, { email, password, visitor, policy });
  const risk = await assessRisk(deps, attempt);
  const purpose = requiredSecondStep(user, risk);
  const triesKey = `${user.id}|${networkOf(visitor.ip)}`;
  if (purpose && !code) {
    // Recorded before the code is mailed, so that the log has the correct password even if mailing fails.
    await recordSignIn(deps, { ...attempt, outcome: 'challenged', risk });
    const started = await startSecondStep(deps, { purpose, attempt, user });
    await deps.counters.authenticatorTries.reset(triesKey);
    return { ...started, pending: started.methods.includes('authenticator') ? await startPendingSignIn(deps, user) : undefined };
  }
  if (purpose && code) await verifySecondStep(deps, { purpose, attempt, user, code, triesKey });
  return completeSignIn(deps, { user, attempt, previousSession, risk });
};
