import { CODE_TRIES, type CodePurpose } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { codeMac, isSameMac } from './code-mac.ts';
import { assertNotPaused, noteFailure, noteSuccess } from './code-pause.ts';
import type { CodeKey } from './code-store.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'codes' | 'counters' | 'limits'>;
type RedeemCode = { purpose: CodePurpose; email: string; code: string };

/** A code that was right. It stays open until it is used, so that it is not lost when what it was to open fails. */
export type RightCode = {
  /** @throws AppError CodeInvalid when it was used or replaced meanwhile */
  use: () => Promise<void>;
  /** As if it had not been tried. */
  putBack: () => Promise<void>;
};

/**
 * Compares a code. The try is counted before the code is looked at, so that guesses in parallel are all counted.
 * @throws AppError CodeInvalid, CodeExpired, CodeTriesExceeded or CodePaused
 */
export const tryCode = async (deps: Deps, { purpose, email, code }: RedeemCode): Promise<RightCode> => {
  const key: CodeKey = { purpose, email };
  const now = deps.clock();
  await assertNotPaused(deps, key);
  const tried = await deps.codes.countTry({ key, now });
  // Not counted as a failure of the address: else anybody could pause it without a single code having been sent.
  if (!tried) throw await refusal(deps, { key, now });
  const { mac, triesLeft } = tried;
  if (!isSameMac(mac, codeMac({ secret: deps.limits.codeSecret, key, code }))) {
    await noteFailure(deps, key);
    throw new AppError(triesLeft > 0 ? 'CodeInvalid' : 'CodeTriesExceeded');
  }
  return {
    use: async () => {
      if (!(await deps.codes.markUsed({ key, mac, now }))) throw new AppError('CodeInvalid');
      await noteSuccess(deps, key);
    },
    putBack: () => deps.codes.takeBackTry({ key, mac }),
  };
};

/**
 * Compares a code and uses it up.
 * @throws AppError as tryCode
 */
export const redeemCode = async (deps: Deps, input: RedeemCode): Promise<void> => {
  const right = await tryCode(deps, input);
  await right.use();
};

const refusal = async ({ codes }: Deps, { key, now }: { key: CodeKey; now: Date }): Promise<AppError> => {
  const code = await codes.find(key);
  if (!code || code.isUsed) return new AppError('CodeInvalid');
  if (code.expiresAt <= now) return new AppError('CodeExpired');
  return new AppError(code.tries >= CODE_TRIES ? 'CodeTriesExceeded' : 'CodeInvalid');
};
