import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Span } from '@stagereel/contracts';
import type { PatientMeter } from './patient-meter.ts';

/** The count says no while the answer is under way; a parallel request was faster. */
export class BytesSpent extends Error {
  override readonly name = 'BytesSpent';
}

const KIB = 1024;
const MIB = 1024 * KIB;
/**
 * How much is reserved at once: little at first, twice as much each time. A crash leaves no more than two of these counted that never left,
 * and after each break it is little again.
 */
const STRETCH = { least: 512 * KIB, most: 64 * MIB, firstPart: 64, mostPart: 8 };

/**
 * What a connection is given is counted as sent, also when it breaks with all that in its buffers; with a small file that soon is all of it.
 * So the first pieces of a small one are little, and grow while the reader is still there.
 */
const SLOW_START = { below: 64 * MIB, firstBytes: 64 * KIB, untilBytes: 4 * MIB, pauseMs: 20 };

type Input = { range: Span; size: number; meter: PatientMeter };

/** How much of a range may leave, and when. */
export type Allowance = {
  /** Waits until bytes from `position` on may leave, and answers how many. Throws BytesSpent when the count says no. */
  from: (position: number) => Promise<number>;
  /** Gives back what was counted from `position` on, where the bytes ended that a connection was given. */
  close: (position: number) => Promise<void>;
};

/** Has bytes leave only after they were counted. */
export const countedAllowance = ({ range, size, meter }: Input): Allowance => {
  const stretches = reserveAhead({ range, size, meter });
  let window = size < SLOW_START.below ? SLOW_START.firstBytes : Number.POSITIVE_INFINITY;
  let windowStart = range.start;
  return {
    from: async (position) => {
      if (position - windowStart >= window) {
        await pause(SLOW_START.pauseMs);
        window = window < SLOW_START.untilBytes ? window * 2 : Number.POSITIVE_INFINITY;
        windowStart = position;
      }
      return Math.min(windowStart + window, (await stretches.endOf(position)) + 1) - position;
    },
    close: stretches.close,
  };
};

type Stretch = Span & { id: string };
/** A stretch that was asked for, and whether it may leave. */
type Ahead = { stretch: Stretch; isCounted: Promise<boolean> };

/** Cuts a range into stretches, and asks for the next one while the present one is being sent. */
const reserveAhead = ({ range, size, meter }: Input) => {
  const within = (bytes: number): number => Math.min(STRETCH.most, Math.max(STRETCH.least, Math.ceil(bytes)));
  let stretchBytes = within(size / STRETCH.firstPart);
  const reserveFrom = (start: number, done?: string): Ahead | undefined => {
    if (start > range.end) return undefined;
    const stretch = { id: randomUUID(), start, end: Math.min(range.end, start + stretchBytes - 1) };
    stretchBytes = within(Math.min(2 * stretchBytes, size / STRETCH.mostPart));
    const isCounted = meter.reserve({ ...stretch, done });
    // Looked at when its turn comes; until then a failure is nobody's.
    isCounted.catch(() => undefined);
    return { stretch, isCounted };
  };

  /** The one before the present one; it is dropped with the next count that gets through. */
  let left: Stretch | undefined;
  let current: Stretch | undefined;
  let ahead = reserveFrom(range.start);
  return {
    /** The last byte that may leave in one go with the one at `position`. */
    endOf: async (position: number): Promise<number> => {
      while (!current || current.end < position) {
        if (!ahead || !(await ahead.isCounted)) throw new BytesSpent();
        left = current;
        current = ahead.stretch;
        ahead = reserveFrom(current.end + 1, left?.id);
      }
      return current.end;
    },
    /** Gives back what lies from `position` on. Of what has left as a whole that is nothing, and the count need not remember it any more. */
    close: async (position: number): Promise<void> => {
      for (const each of [left, current]) if (each) meter.giveBack({ id: each.id, from: Math.min(position, each.end + 1) });
      // One without an answer may be counted all the same.
      if (ahead && (await ahead.isCounted.catch(() => true))) meter.giveBack({ id: ahead.stretch.id, from: ahead.stretch.start });
    },
  };
};
