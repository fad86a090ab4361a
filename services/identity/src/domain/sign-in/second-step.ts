import { CODE_TRIES, type CodePurpose, type TwoFactorMethod } from '@stagereel/contracts';
import { AppError, isAppError } from '@stagereel/service-kit';
import { countCodeFailure, requireNotPaused, resetCodeFailures } from '../code/code-limits.ts';
import { issueCode } from '../code/issue-code.ts';
import { hasOpenCode, redeemCode } from '../code/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { type Authenticator, readAuthenticator } from '../two-factor/read-authenticator.ts';
import type { User } from '../user/user.ts';
import { recordSignIn, type SignInAttempt } from './record-sign-in.ts';
import { sourceOf } from './visitor.ts';

export type SecondStepPurpose = Extract<CodePurpose, 'admin-sign-in' | 'sign-in'>;
type SecondStep = { purpose: SecondStepPurpose; attempt: SignInAttempt; user: User };
/** `resendAfterSeconds`: when another code can be mailed, if one was mailed. */
export type StartedSecondStep = { methods: TwoFactorMethod[]; resendAfterSeconds?: number };
type VerifySecondStep = SecondStep & {
  code: string;
  /** The counter key for tries of the authenticator. */
  triesKey: string;
};

/**
 * Starts the second step. With an authenticator, a code is mailed only on request. Without one, a code is
 * mailed now; when the step is started again too soon, the code mailed before stays valid.
 * @throws AppError as issueCode
 */
export const startSecondStep = async (deps: IdentityDeps, { purpose, attempt, user }: SecondStep): Promise<StartedSecondStep> => {
  if (readAuthenticator(deps, user)) return { methods: ['authenticator', 'mail'] };
  const { email, visitor } = attempt;
  try {
    const { resendAfterSeconds } = await issueCode(deps, { purpose, email, visitor });
    return { methods: ['mail'], resendAfterSeconds };
  } catch (error) {
    if (!isAppError(error, 'CodeResendTooSoon') || !(await hasOpenCode(deps, { key: { purpose, email }, visitor }))) throw error;
    return { methods: ['mail'], resendAfterSeconds: Math.ceil(error.retryAfterSeconds ?? 0) };
  }
};

/**
 * Uses up the code of the authenticator or the mailed code. Mailed codes are accepted beside an authenticator, for users who lost their app.
 * @throws AppError TwoFactorInvalid for a wrong code, TwoFactorExpired, CodeTriesExceeded, CodePaused
 */
export const verifySecondStep = async (deps: IdentityDeps, input: VerifySecondStep): Promise<void> => {
  const authenticator = readAuthenticator(deps, input.user);
  try {
    await (authenticator ? redeemEitherCode(deps, { ...input, authenticator }) : redeemMailedCode(deps, input));
  } catch (error) {
    if (isAppError(error) && error.status === 400) await recordSignIn(deps, { ...input.attempt, outcome: 'wrong-code' });
    throw error;
  }
};

const redeemMailedCode = async (deps: IdentityDeps, { purpose, attempt: { email, visitor }, code }: VerifySecondStep): Promise<void> => {
  try {
    await redeemCode(deps, { purpose, email, code, visitor });
  } catch (error) {
    if (isAppError(error, 'CodeInvalid')) throw new AppError('TwoFactorInvalid', { details: error.details, cause: error });
    if (isAppError(error, 'CodeExpired')) throw new AppError('TwoFactorExpired', { cause: error });
    throw error;
  }
};

/** A wrong code costs one try of the authenticator and one of the mailed code, but counts as one failure of the address. */
const redeemEitherCode = async (deps: IdentityDeps, input: VerifySecondStep & { authenticator: Authenticator }): Promise<void> => {
  const { purpose, attempt, triesKey } = input;
  const { email, visitor } = attempt;
  const key = { purpose, email };
  const counted = { key, source: await sourceOf(deps, { email, visitor }) };
  await requireNotPaused(deps, counted);
  const { outcome, triesLeft } = await redeemAuthenticatorCode(deps, input);
  if (outcome === 'correct') {
    await deps.counters.authenticatorTries.reset(triesKey);
    return resetCodeFailures(deps, counted);
  }
  if (await hasOpenCode(deps, { key, visitor })) {
    return redeemMailedCode(deps, input).catch((error: unknown) => {
      // The mailed code is out of tries, but the authenticator is not.
      throw triesLeft > 0 && isAppError(error, 'CodeTriesExceeded') ? wrongCode(triesLeft, error) : error;
    });
  }
  // Only compared codes count as failures: otherwise the password alone would be enough to pause the address.
  if (outcome === 'wrong') await countCodeFailure(deps, counted);
  throw triesLeft > 0 ? wrongCode(triesLeft) : new AppError('CodeTriesExceeded');
};

const wrongCode = (remainingAttempts: number, cause?: unknown): AppError =>
  new AppError('TwoFactorInvalid', { details: { remainingAttempts }, cause });

type RedeemAuthenticatorCode = { user: User; authenticator: Authenticator; code: string; triesKey: string };

/**
 * Each code is accepted once. The try is counted before the comparison, so that parallel guesses are all counted. Without a try left, the
 * code is not compared.
 */
const redeemAuthenticatorCode = async (
  deps: IdentityDeps,
  { user, authenticator, code, triesKey }: RedeemAuthenticatorCode,
): Promise<{ outcome: 'correct' | 'wrong' | 'not-compared'; triesLeft: number }> => {
  const { count } = await deps.counters.authenticatorTries.increment(triesKey);
  if (count > CODE_TRIES) return { outcome: 'not-compared', triesLeft: 0 };
  const { secret, sealedSecret } = authenticator;
  const step = deps.totp.findStep({ secret, token: code, at: deps.now() });
  const isCorrect = step !== undefined && (await deps.users.useStep({ id: user.id, sealedSecret, step }));
  return { outcome: isCorrect ? 'correct' : 'wrong', triesLeft: CODE_TRIES - count };
};
