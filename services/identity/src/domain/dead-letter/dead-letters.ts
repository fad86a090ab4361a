import { DEAD_LETTER_SECONDS, type DeadLetterView, MAX_LISTED_DEAD_LETTERS, type ReplayDeadLetter } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, type Logger } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Letter } from './dead-letter-store.ts';

const MAX_REASON_LENGTH = 200;
/** Addresses, quoted values, long ids and tokens, numbers like codes, and names in Japanese. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]'],
  [/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|「[^」]*」/g, '[value]'],
  [/[\w-]{20,}/g, '[id]'],
  [/\d{4,}/g, '[number]'],
  [/[^\x20-\x7e]+/g, '[text]'],
];

/** The first line of an error, without anything that can be personal data. */
export const reasonOf = (error: string): string =>
  PERSONAL.reduce((text, [pattern, mark]) => text.replace(pattern, mark), error.split('\n', 1)[0] ?? '').slice(0, MAX_REASON_LENGTH);

/** Oldest first; those of unknown age at the end. */
const byAge = (a: Letter, b: Letter): number => (a.failedAt ?? '9').localeCompare(b.failedAt ?? '9');

export const listDeadLetters = async ({ deadLetters }: IdentityDeps): Promise<{ letters: DeadLetterView[]; total: number }> => {
  const letters = (await deadLetters.list()).sort(byAge);
  const listed = letters.slice(0, MAX_LISTED_DEAD_LETTERS).map(({ error, ...letter }) => ({ ...letter, reason: reasonOf(error) }));
  return { letters: listed, total: letters.length };
};

/**
 * Puts a message back into its queue. The audit entry is stored first, so no replay is missing in the log.
 * @throws AppError NotFound when it is not a dead letter any more
 */
export const replayDeadLetter = async (
  { deadLetters, auditLog }: IdentityDeps,
  { actor, ...wanted }: ReplayDeadLetter & { actor: Actor },
): Promise<void> => {
  const beforeMove = async ({ queue, messageId, type }: Letter): Promise<void> => {
    const { id, occurredAt, correlationId, data } = adminActedEvent({
      actor,
      action: 'dead-letter.replayed',
      target: { type: 'dead-letter', id: messageId, label: `${queue} ${type}` },
    });
    await auditLog.append({ ...data, eventId: id, occurredAt: new Date(occurredAt), correlationId });
  };
  if ((await deadLetters.replay({ ...wanted, beforeMove })) === 0) throw new AppError('NotFound');
};

/** The daily job. Every replica runs it. */
export const removeOldDeadLetters = async ({ deadLetters, now }: IdentityDeps, logger: Logger): Promise<void> => {
  const at = now();
  const removed = await deadLetters.remove({ failedBefore: addSeconds({ to: at, seconds: -DEAD_LETTER_SECONDS }), now: at });
  if (removed > 0) logger.warn({ removed }, 'Old dead letters deleted');
};
