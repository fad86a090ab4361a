import type { ReleaseBytes, ReserveBytes } from '@stagereel/contracts';
import { retry } from '../retry.ts';

/** The reservations in the byte quota of one download claim. Both calls are idempotent by the reservation's id, so they can be retried. */
export type ByteReservations = {
  /** Reserves a section of a file before it is sent. False if the quota does not allow it. */
  reserve: (section: ReserveBytes) => Promise<boolean>;
  /** Ends a reservation and releases its unsent bytes, which then no longer count against the quota. */
  release: (unsent: ReleaseBytes) => Promise<void>;
};

/** Reservations with retries. `release` returns at once and continues in the background. */
export type RetryingReservations = Pick<ByteReservations, 'reserve'> & { release: (unsent: ReleaseBytes) => void };

type Delays = { reserve: readonly number[]; release: readonly number[] };

/**
 * In ms. A client waits for a reservation, so its retries take 4 s in all. Nobody waits for a release: its retries take a minute, longer than a
 * restart.
 */
const DELAYS_MS: Delays = { reserve: [100, 300, 900, 2700], release: [100, 300, 900, 2700, 5400, 10_800, 20_000, 20_000] };

type Options = {
  /** Called when all retries of a release have failed. Its unsent bytes then remain counted against the quota. */
  onLost: (error: unknown, unsent: ReleaseBytes) => void;
  delaysMs?: Delays;
};

export const createReservationRetries = ({ onLost, delaysMs = DELAYS_MS }: Options) => {
  /** Ids of the reserved sections that are neither fully sent nor released yet. */
  const open = new Set<string>();
  const waiting: (() => void)[] = [];
  const resolveWhenSettled = (): void => {
    if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const close = (id: string): void => {
    open.delete(id);
    resolveWhenSettled();
  };

  return {
    withRetries: (reservations: ByteReservations): RetryingReservations => ({
      reserve: async (section) => {
        open.add(section.id);
        // A reservation that fails may have been counted all the same; it is released later.
        const isCounted = await retry(() => reservations.reserve(section), { delaysMs: delaysMs.reserve });
        const ended = isCounted ? section.done : section.id;
        if (ended !== undefined) close(ended);
        return isCounted;
      },
      release: (unsent) => {
        open.add(unsent.id);
        retry(() => reservations.release(unsent), { delaysMs: delaysMs.release })
          .catch((error: unknown) => onLost(error, unsent))
          .finally(() => close(unsent.id));
      },
    }),
    /** Resolves when every counted response has ended and every release is done. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        resolveWhenSettled();
      }),
  };
};
