import { setTimeout as pause } from 'node:timers/promises';
import type { GiveBack, Reservation, Span } from '@stagereel/contracts';

/** Counts what leaves for one claim before it leaves. */
export type Meter = {
  /** Null when the span may not leave. */
  reserve: (span: Span) => Promise<Reservation | null>;
  /** Takes back what never left. */
  giveBack: (unsent: GiveBack) => Promise<void>;
};

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

type Input = { pieces: AsyncIterable<Buffer>; range: Span; size: number; meter: Meter };

/**
 * The pieces of a range, each after it was counted. What was counted and not taken is given back at the end.
 * Throws BytesSpent when the count says no.
 */
export async function* meteredPieces({ pieces, range, size, meter }: Input): AsyncGenerator<Buffer> {
  const stretches = reserveAhead({ range, size, meter });
  let window = size < SLOW_START.below ? SLOW_START.firstBytes : Number.POSITIVE_INFINITY;
  let position = range.start;
  let given = 0;
  try {
    for await (const piece of pieces) {
      let offset = 0;
      while (offset < piece.length) {
        const length = Math.min(piece.length - offset, window - given, (await stretches.endOf(position)) + 1 - position);
        position += length;
        given += length;
        yield piece.subarray(offset, offset + length);
        offset += length;
        if (given < window) continue;
        await pause(SLOW_START.pauseMs);
        window = window < SLOW_START.untilBytes ? window * 2 : Number.POSITIVE_INFINITY;
        given = 0;
      }
    }
  } finally {
    await stretches.close(position);
  }
}

/** Cuts a range into stretches, and asks for the next one while the present one is being sent. */
const reserveAhead = ({ range, size, meter }: Omit<Input, 'pieces'>) => {
  const within = (bytes: number): number => Math.min(STRETCH.most, Math.max(STRETCH.least, Math.ceil(bytes)));
  let stretchBytes = within(size / STRETCH.firstPart);
  const reserveFrom = (start: number): Promise<Reservation | null> | undefined => {
    if (start > range.end) return undefined;
    const answer = meter.reserve({ start, end: Math.min(range.end, start + stretchBytes - 1) });
    stretchBytes = within(Math.min(2 * stretchBytes, size / STRETCH.mostPart));
    // Looked at when its turn comes; until then a failure is nobody's.
    answer.catch(() => undefined);
    return answer;
  };

  let current: Reservation | undefined;
  let ahead = reserveFrom(range.start);
  return {
    /** The last byte that may leave in one go with the one at `position`. */
    endOf: async (position: number): Promise<number> => {
      while (!current || current.span.end < position) {
        const next = await ahead;
        ahead = undefined;
        if (!next) throw new BytesSpent();
        current = next;
        ahead = reserveFrom(next.span.end + 1);
      }
      return current.span.end;
    },
    /** Gives back what lies from `position` on. */
    close: async (position: number): Promise<void> => {
      if (current && position <= current.span.end) await meter.giveBack({ reservation: current, from: position });
      const next = await ahead?.catch(() => null);
      if (next) await meter.giveBack({ reservation: next, from: next.span.start });
    },
  };
};
