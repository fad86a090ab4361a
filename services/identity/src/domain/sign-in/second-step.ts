import type { CodePurpose, TwoFactorMethod } from '@stagereel/contracts';
import { AppError, isAppError } from '@stagereel/service-kit';
import { assertNotPaused, noteFailure, noteSuccess } from '../codes/code-pause.ts';
import { hasOpenCode } from '../codes/has-open-code.ts';
import { issueCode } from '../codes/issue-code.ts';
import { redeemCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { type Factor, readFactor } from '../two-factor/read-factor.ts';
import type { User } from '../users/user.ts';
import { noteSignIn, type SignInAttempt } from './note-sign-in.ts';
import { tryAuthenticator } from './try-authenticator.ts';

type Deps = Pick<
  IdentityDeps,
  | 'clock'
  | 'codes'
  | 'counters'
  | 'outbox'
  | 'limits'
  | 'signIns'
  | 'blockedNetworks'
  | 'trustedNetworks'
  | 'users'
  | 'authenticator'
  | 'secretBox'
>;
export type SecondStepPurpose = Extract<CodePurpose, 'admin-sign-in' | 'sign-in'>;
type SecondStep = { purpose: SecondStepPurpose; attempt: SignInAttempt; user: User };
type PassSecondStep = SecondStep & {
  code: string;
  /** Under which the tries of the authenticator are counted. */
  triesKey: string;
};

/**
 * Opens the second step and says how it may be taken. With an authenticator no mail goes out by itself. Without one the code is mailed;
 * whoever starts again within the pause goes on with the code that was just mailed.
 * @throws AppError as issueCode
 */
export const openSecondStep = async (deps: Deps, { purpose, attempt, user }: SecondStep): Promise<TwoFactorMethod[]> => {
  if (readFactor(deps, user)) return ['authenticator', 'mail'];
  const { email, visitor } = attempt;
  try {
    await issueCode(deps, { purpose, email, ip: visitor.ip });
  } catch (error) {
    if (!isAppError(error, 'CodeResendTooSoon') || !(await hasOpenCode(deps, { purpose, email }))) throw error;
  }
  return ['mail'];
};

/**
 * Uses up the code: the authenticator's, where there is one, or the mailed one. A mailed code is the way back when the app is lost,
 * so it is accepted beside the authenticator's.
 * @throws AppError TwoFactorInvalid for a wrong code, TwoFactorExpired, CodeTriesExceeded, CodePaused
 */
export const passSecondStep = async (deps: Deps, input: PassSecondStep): Promise<void> => {
  const factor = readFactor(deps, input.user);
  try {
    await (factor ? redeemEither(deps, { ...input, factor }) : redeemMailed(deps, input));
  } catch (error) {
    if (isAppError(error) && error.status === 400) await noteSignIn(deps, { ...input.attempt, outcome: 'wrong-code' });
    throw error;
  }
};

const redeemMailed = async (deps: Deps, { purpose, attempt: { email }, code }: PassSecondStep): Promise<void> => {
  try {
    await redeemCode(deps, { purpose, email, code });
  } catch (error) {
    if (isAppError(error, 'CodeInvalid')) throw new AppError('TwoFactorInvalid', { cause: error });
    if (isAppError(error, 'CodeExpired')) throw new AppError('TwoFactorExpired', { cause: error });
    throw error;
  }
};

/** One wrong code is one try of each, and one failure of the address. */
const redeemEither = async (deps: Deps, input: PassSecondStep & { factor: Factor }): Promise<void> => {
  const { purpose, attempt, user, factor, code, triesKey } = input;
  const key = { purpose, email: attempt.email };
  await assertNotPaused(deps, key);
  const { outcome, triesLeft } = await tryAuthenticator(deps, { userId: user.id, factor, token: code, triesKey });
  if (outcome === 'right') return noteSuccess(deps, key);
  if (await hasOpenCode(deps, key)) {
    return redeemMailed(deps, input).catch((error: unknown) => {
      // The authenticator may still be tried.
      throw triesLeft > 0 && isAppError(error, 'CodeTriesExceeded') ? new AppError('TwoFactorInvalid', { cause: error }) : error;
    });
  }
  // What was not compared is no failure: else a password alone would be enough to pause the address.
  if (outcome === 'wrong') await noteFailure(deps, key);
  throw new AppError(triesLeft > 0 ? 'TwoFactorInvalid' : 'CodeTriesExceeded');
};
