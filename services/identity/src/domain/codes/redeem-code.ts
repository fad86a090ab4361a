import { CODE_TRIES, type CodePurpose } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { codeMac, isSameMac } from './code-mac.ts';
import { assertNotPaused, noteFailure, noteSuccess } from './code-pause.ts';
import type { CodeKey } from './code-store.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'codes' | 'counters' | 'limits'>;
type RedeemCode = { purpose: CodePurpose; email: string; code: string };

/**
 * Uses a code up. The try is counted before the code is looked at, so that guesses in parallel are all counted.
 * @throws AppError CodeInvalid, CodeExpired, CodeTriesExceeded or CodePaused
 */
export const redeemCode = async (deps: Deps, { purpose, email, code }: RedeemCode): Promise<void> => {
  const key: CodeKey = { purpose, email };
  const now = deps.clock();
  await assertNotPaused(deps, key);
  const tried = await deps.codes.countTry({ key, now });
  // Not counted as a failure of the address: else anybody could pause it without a single code having been sent.
  if (!tried) throw await refusal(deps, { key, now });
  if (!isSameMac(tried.mac, codeMac({ secret: deps.limits.codeSecret, key, code }))) {
    await noteFailure(deps, key);
    throw new AppError(tried.triesLeft > 0 ? 'CodeInvalid' : 'CodeTriesExceeded');
  }
  if (!(await deps.codes.markUsed({ key, mac: tried.mac, now }))) throw new AppError('CodeInvalid');
  await noteSuccess(deps, key);
};

const refusal = async ({ codes }: Deps, { key, now }: { key: CodeKey; now: Date }): Promise<AppError> => {
  const code = await codes.find(key);
  if (!code || code.isUsed) return new AppError('CodeInvalid');
  if (code.expiresAt <= now) return new AppError('CodeExpired');
  return new AppError(code.tries >= CODE_TRIES ? 'CodeTriesExceeded' : 'CodeInvalid');
};
