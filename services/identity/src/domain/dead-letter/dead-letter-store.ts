import type { DeadLetterView, ReplayDeadLetter } from '@stagereel/contracts';

/** `error` may contain personal data. */
export type Letter = Omit<DeadLetterView, 'reason'> & { error: string };

/** The dead letters of all queues. */
export type DeadLetterStore = {
  list: () => Promise<Letter[]>;
  /** Puts letters back into their queue; calls `beforeMove` with each before that. Returns how many. */
  replay: (input: ReplayDeadLetter & { beforeMove: (letter: Letter) => Promise<void> }) => Promise<number>;
  /** Deletes those that failed before a time. Returns how many. */
  remove: (input: { failedBefore: Date; now: Date }) => Promise<number>;
};
