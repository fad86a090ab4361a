import { CODE_TRIES, type CodePurpose } from '@stagereel/contracts';
import { AppError, isAppError } from '@stagereel/service-kit';
import { issueCode } from '../codes/issue-code.ts';
import { redeemCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { noteSignIn, type SignInAttempt } from './note-sign-in.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'codes' | 'counters' | 'outbox' | 'limits' | 'signIns' | 'blockedNetworks'>;
export type SecondStepPurpose = Extract<CodePurpose, 'admin-sign-in' | 'sign-in'>;
type SecondStep = { purpose: SecondStepPurpose; attempt: SignInAttempt };

/**
 * Mails the code of the second step. Whoever starts again within the pause goes on with the code that was just mailed.
 * @throws AppError as issueCode
 */
export const mailSecondStepCode = async (deps: Deps, { purpose, attempt: { email, visitor } }: SecondStep): Promise<void> => {
  try {
    await issueCode(deps, { purpose, email, ip: visitor.ip });
  } catch (error) {
    const earlier = isAppError(error, 'CodeResendTooSoon') ? await deps.codes.find({ purpose, email }) : undefined;
    const isOpen = earlier && !earlier.isUsed && earlier.tries < CODE_TRIES && earlier.expiresAt > deps.clock();
    if (!isOpen) throw error;
  }
};

/**
 * Uses the mailed code up.
 * @throws AppError TwoFactorInvalid for a wrong code, TwoFactorExpired, CodeTriesExceeded, CodePaused
 */
export const passSecondStep = async (deps: Deps, { purpose, attempt, code }: SecondStep & { code: string }): Promise<void> => {
  try {
    await redeemCode(deps, { purpose, email: attempt.email, code });
  } catch (error) {
    if (isAppError(error) && error.status === 400) await noteSignIn(deps, { ...attempt, outcome: 'wrong-code' });
    throw inSignInTerms(error);
  }
};

const inSignInTerms = (error: unknown): unknown => {
  if (isAppError(error, 'CodeInvalid')) return new AppError('TwoFactorInvalid', { cause: error });
  if (isAppError(error, 'CodeExpired')) return new AppError('TwoFactorExpired', { cause: error });
  return error;
};
