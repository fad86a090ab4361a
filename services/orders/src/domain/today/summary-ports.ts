import type { EventEnvelope } from '@stagereel/contracts';

/** The days for which it was decided whether the admins get a summary. */
export type DailySummaries = {
  /** Until when the newest decision before this day counted the sales; null for none. */
  lastBefore: (day: string) => Promise<Date | null>;
  has: (day: string) => Promise<boolean>;
  /** Stores the decision and its events in one write. `at`: until when it counts the sales. Only the first decision of a day takes effect. */
  add: (input: { day: string; at: Date; events: readonly EventEnvelope[] }) => Promise<void>;
};

/** Known by identity. @throws AppError ServiceUnavailable */
export type Admins = { listAddresses: () => Promise<string[]> };
