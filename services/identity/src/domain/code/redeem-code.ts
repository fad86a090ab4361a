import { CODE_TRIES, type CodePurpose } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { sourceOf, type Visitor } from '../sign-in/visitor.ts';
import { type CodeKey, codeMac, isSameMac } from './code.ts';
import { countCodeFailure, releaseProvenCode, requireNotPaused } from './code-limits.ts';

type MarkUsed = { key: CodeKey; mac: string; now: Date };

/**
 * Also returns true if the write was done but its response was lost. With an error, the owner would have neither a code nor a proof. If `usedAt` is the time
 * of this request, this request did the write, or another one of the same millisecond, which had the correct code, too.
 */
const markUsed = ({ codes }: IdentityDeps, { key, mac, now }: MarkUsed): Promise<boolean> =>
  codes.markUsed({ key, mac, now }).catch(async (error: unknown) => {
    const code = await codes.find({ key, isKnownDevice: false });
    if (code?.usedAt?.getTime() === now.getTime()) return true;
    throw error;
  });

type RedeemCode = { purpose: CodePurpose; email: string; code: string; visitor: Visitor };

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
export const verifyCode = async (deps: IdentityDeps, { purpose, email, code, visitor }: RedeemCode): Promise<VerifiedCode> => {
  const key: CodeKey = { purpose, email };
  const now = deps.now();
  const source = await sourceOf(deps, { email, visitor });
  const { isKnownDevice } = source;
  await requireNotPaused(deps, { key, source });
  const tried = await deps.codes.countTry({ key, isKnownDevice, now });
  // Not counted as a failure of the address: otherwise anybody could pause an address to which no code was sent.
  if (!tried) throw await explainMissingCode(deps, { key, isKnownDevice, now });
  const { mac, triesLeft, requestedFrom } = tried;
  if (!isSameMac(mac, codeMac({ secret: deps.limits.codeSecret, key, code }))) {
    await countCodeFailure(deps, { key, source });
    throw triesLeft > 0 ? new AppError('CodeInvalid', { details: { remainingAttempts: triesLeft } }) : new AppError('CodeTriesExceeded');
  }
  return {
    use: async () => {
      if (!(await markUsed(deps, { key, mac, now }))) throw new AppError('CodeInvalid');
      await releaseProvenCode(deps, { key, source, requestedFrom }).catch((error: unknown) => {
        // The code is already used up: an error here would leave its owner without a proof. The counts expire by themselves.
        deps.logger.warn({ err: error }, 'Counts of a used code were not released');
      });
    },
    undoTry: () => deps.codes.undoTry({ key, isKnownDevice, mac }),
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

type MissingCode = { key: CodeKey; isKnownDevice: boolean; now: Date };

const explainMissingCode = async ({ codes }: IdentityDeps, { key, isKnownDevice, now }: MissingCode): Promise<AppError> => {
  const code = await codes.find({ key, isKnownDevice });
  if (!code || code.usedAt) return new AppError('CodeInvalid');
  if (code.expiresAt <= now) return new AppError('CodeExpired');
  return new AppError(code.tries >= CODE_TRIES ? 'CodeTriesExceeded' : 'CodeInvalid');
};

/** Whether there is a code that this visitor can still redeem. */
export const hasOpenCode = async (deps: IdentityDeps, { key, visitor }: { key: CodeKey; visitor: Visitor }): Promise<boolean> => {
  const { isKnownDevice } = await sourceOf(deps, { email: key.email, visitor });
  const code = await deps.codes.find({ key, isKnownDevice });
  return code !== undefined && !code.usedAt && code.tries < CODE_TRIES && code.expiresAt > deps.now();
};
