import { randomInt, randomUUID } from 'node:crypto';
import { CODE_LENGTH, CODE_LIFETIME_SECONDS, type CodePurpose, codeRequested, type EventEnvelope, HOUR } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { takeAllowance } from './code-allowance.ts';
import { codeMac } from './code-mac.ts';
import { assertNotPaused } from './code-pause.ts';
import type { CodeKey, NewCode } from './code-store.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'codes' | 'counters' | 'outbox' | 'limits'>;
type IssueCode = {
  purpose: CodePurpose;
  email: string;
  ip: string;
  /**
   * For an address that is not to have such a code, while the answer must not tell: what its mailbox gets instead, or null for nothing.
   * A decoy takes the code's place then, with the same limits, pauses and tries, which no six digits ever match.
   */
  instead?: EventEnvelope | null | undefined;
};
export type IssuedCode = { expiresInSeconds: number; resendAfterSeconds: number };

/**
 * Makes a code and sends it to the address, or a decoy; any earlier code of the same purpose and address is dead from then on.
 * @throws AppError CodeResendTooSoon, CodeLimitReached or CodePaused, each with the seconds to wait
 */
export const issueCode = async (deps: Deps, { purpose, email, ip, instead }: IssueCode): Promise<IssuedCode> => {
  const key: CodeKey = { purpose, email };
  await assertNotPaused(deps, key);
  await assertNotTooSoon(deps, key);
  const allowance = await takeAllowance(deps, { key, ip });
  if (!(await deps.codes.replace(makeCode(deps, { key, instead })))) {
    await allowance.giveBack();
    throw tooSoon(deps.limits.codeResendSeconds);
  }
  deps.outbox.kick();
  return { expiresInSeconds: CODE_LIFETIME_SECONDS, resendAfterSeconds: Math.ceil(deps.limits.codeResendSeconds) };
};

const tooSoon = (retryAfterSeconds: number): AppError => new AppError('CodeResendTooSoon', { retryAfterSeconds });

/** Asked before anything is counted, so that an impatient second click costs nothing; the write itself decides. */
const assertNotTooSoon = async ({ codes, clock }: Deps, key: CodeKey): Promise<void> => {
  const earlier = await codes.find(key);
  const waitMs = earlier ? earlier.resendAfter.getTime() - clock().getTime() : 0;
  if (waitMs > 0) throw tooSoon(waitMs / 1000);
};

const sixDigits = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

const makeCode = ({ clock, limits }: Deps, { key, instead }: { key: CodeKey } & Pick<IssueCode, 'instead'>): NewCode => {
  const now = clock();
  const isDecoy = instead !== undefined;
  const code = isDecoy ? randomUUID() : sixDigits();
  const expiresAt = later({ than: now, seconds: CODE_LIFETIME_SECONDS });
  return {
    key,
    mac: codeMac({ secret: limits.codeSecret, key, code }),
    now,
    expiresAt,
    resendAfter: later({ than: now, seconds: limits.codeResendSeconds }),
    // For an hour more it is known that the code was there, so that a late try reads "expired" and not "wrong".
    purgeAt: later({ than: expiresAt, seconds: HOUR }),
    event: isDecoy ? instead : createEvent(codeRequested, { ...key, code, expiresAt: expiresAt.toISOString() }),
  };
};
