import { randomInt, randomUUID } from 'node:crypto';
import { CODE_LENGTH, CODE_LIFETIME_SECONDS, type CodePurpose, codeRequested, type EventEnvelope, HOUR } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Source } from '../network/network.ts';
import { sourceOf, type Visitor } from '../sign-in/visitor.ts';
import { type CodeKey, codeMac, type NewCode } from './code.ts';
import { requireNotPaused, reserveCodeQuota } from './code-limits.ts';

/**
 * Stored instead of a code when the address must not get one and the response must not reveal that. It has the same limits, pauses and
 * tries, and no six digits match it. Its event is mailed instead of the code. Without one, an event that mails nothing is published: the
 * work of publishing slows the next requests, which would reveal who gets a code.
 */
type Decoy = { event?: EventEnvelope };
type IssueCode = { purpose: CodePurpose; email: string; visitor: Visitor; decoy?: Decoy | undefined };
export type IssuedCode = { expiresInSeconds: number; resendAfterSeconds: number };

/**
 * Creates a code and mails it to the address. An earlier code of the same purpose and address becomes invalid.
 * @throws AppError CodeResendTooSoon, CodeLimitReached or CodePaused, each with the seconds to wait
 */
export const issueCode = async (deps: IdentityDeps, { purpose, email, visitor, decoy }: IssueCode): Promise<IssuedCode> => {
  const key: CodeKey = { purpose, email };
  const source = await sourceOf(deps, { email, visitor });
  await requireNotPaused(deps, { key, source });
  const quota = await reserveCodeQuota(deps, { key, source }).catch(async (error: unknown) => {
    // After a code that was just sent, the shorter wait is the one to tell.
    await requireResendAllowed(deps, key);
    throw error;
  });
  if (!(await deps.codes.replace(createCode(deps, { key, source, decoy })))) {
    await quota.release();
    await requireResendAllowed(deps, key);
    throw tooSoon(deps.limits.codeResendSeconds);
  }
  return { expiresInSeconds: CODE_LIFETIME_SECONDS, resendAfterSeconds: Math.ceil(deps.limits.codeResendSeconds) };
};

const tooSoon = (retryAfterSeconds: number): AppError => new AppError('CodeResendTooSoon', { retryAfterSeconds });

/** Says how long to wait. Only read after a refusal, because nearly all codes are the first ones. */
const requireResendAllowed = async ({ codes, now }: IdentityDeps, key: CodeKey): Promise<void> => {
  const earlier = await codes.find({ key, isKnownDevice: false });
  const waitMs = earlier ? earlier.resendAfter.getTime() - now().getTime() : 0;
  if (waitMs > 0) throw tooSoon(waitMs / 1000);
};

const randomDigits = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

type CreateCode = { key: CodeKey; source: Source; decoy: Decoy | undefined };

const createCode = ({ now, limits }: IdentityDeps, { key, source, decoy }: CreateCode): NewCode => {
  const at = now();
  const code = decoy ? randomUUID() : randomDigits();
  const expiresAt = addSeconds({ to: at, seconds: CODE_LIFETIME_SECONDS });
  return {
    key,
    source,
    mac: codeMac({ secret: limits.codeSecret, key, code }),
    now: at,
    expiresAt,
    resendAfter: addSeconds({ to: at, seconds: limits.codeResendSeconds }),
    // Kept for one more hour, so that a late try gets the error "expired" instead of "wrong".
    purgeAt: addSeconds({ to: expiresAt, seconds: HOUR }),
    event: decoy ? (decoy.event ?? emptyEvent(key)) : createEvent(codeRequested, { ...key, code, expiresAt: expiresAt.toISOString() }),
  };
};

const emptyEvent = (key: CodeKey): EventEnvelope =>
  createEvent(codeRequested, { ...key, code: '', expiresAt: new Date(0).toISOString(), isDecoy: true });
