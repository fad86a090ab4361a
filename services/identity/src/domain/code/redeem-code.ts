import { CODE_TRIES, type CodePurpose } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { type CodeKey, codeMac, isSameMac } from './code.ts';
import { countCodeFailure, requireNotPaused, resetCodeFailures } from './code-limits.ts';

type RedeemCode = { purpose: CodePurpose; email: string; code: string };

/** A correct code that is not used up yet, so that it stays valid when the action it allows fails. */
export type VerifiedCode = {
  /** @throws AppError CodeInvalid when the code was used or replaced in the meantime */
  use: () => Promise<void>;
  undoTry: () => Promise<void>;
};

/**
 * Compares a code without using it up. The try is counted before the comparison, so that parallel guesses are all counted.
 * @throws AppError CodeInvalid (with remainingAttempts when the code was compared), CodeExpired, CodeTriesExceeded or CodePaused
 */
export const verifyCode = async (deps: IdentityDeps, { purpose, email, code }: RedeemCode): Promise<VerifiedCode> => {
  const key: CodeKey = { purpose, email };
  const now = deps.clock();
  await requireNotPaused(deps, key);
  const tried = await deps.codes.countTry({ key, now });
  // Not counted as a failure of the address: otherwise anybody could pause an address to which no code was sent.
  if (!tried) throw await explainMissingCode(deps, { key, now });
  const { mac, triesLeft } = tried;
  if (!isSameMac(mac, codeMac({ secret: deps.limits.codeSecret, key, code }))) {
    await countCodeFailure(deps, key);
    throw triesLeft > 0 ? new AppError('CodeInvalid', { details: { remainingAttempts: triesLeft } }) : new AppError('CodeTriesExceeded');
  }
  return {
    use: async () => {
      if (!(await deps.codes.markUsed({ key, mac, now }))) throw new AppError('CodeInvalid');
      await resetCodeFailures(deps, key);
    },
    undoTry: () => deps.codes.undoTry({ key, mac }),
  };
};

/**
 * Compares a code and uses it up.
 * @throws AppError as verifyCode
 */
export const redeemCode = async (deps: IdentityDeps, input: RedeemCode): Promise<void> => {
  const verified = await verifyCode(deps, input);
  await verified.use();
};

const explainMissingCode = async ({ codes }: IdentityDeps, { key, now }: { key: CodeKey; now: Date }): Promise<AppError> => {
  const code = await codes.find(key);
  if (!code || code.isUsed) return new AppError('CodeInvalid');
  if (code.expiresAt <= now) return new AppError('CodeExpired');
  return new AppError(code.tries >= CODE_TRIES ? 'CodeTriesExceeded' : 'CodeInvalid');
};

/** Whether there is a code that can still be redeemed. */
export const hasOpenCode = async ({ codes, clock }: IdentityDeps, key: CodeKey): Promise<boolean> => {
  const code = await codes.find(key);
  return code !== undefined && !code.isUsed && code.tries < CODE_TRIES && code.expiresAt > clock();
};
