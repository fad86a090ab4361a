import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Span } from '@stagereel/contracts';
import type { RetryingReservations } from './byte-reservations.ts';

/** The quota was used up during the response, by a parallel request. */
export class ByteQuotaExceeded extends Error {
  override readonly name = 'ByteQuotaExceeded';
}

const KIB = 1024;
const MIB = 1024 * KIB;
/**
 * Size of a reservation: small at first, then doubled each time. After a crash at most two reservations stay counted although they were not sent,
 * and a resumed download starts with a small one again.
 */
const SECTION = { least: 512 * KIB, most: 64 * MIB, firstPart: 64, mostPart: 8 };

/**
 * Bytes that were written to a connection count as sent, even when it breaks while they are in its buffers. For a small file that could be the whole
 * file. So a small file starts with small pieces, which grow while the client keeps reading.
 */
const SLOW_START = { below: 64 * MIB, firstBytes: 64 * KIB, untilBytes: 4 * MIB, pauseMs: 20 };

type Input = { range: Span; size: number; reservations: RetryingReservations };

/** Permission to send a range of a file, piece by piece, within a download's byte quota. */
export type SendPermit = {
  /** Waits until bytes from `position` on may be sent, and resolves with their number. Throws ByteQuotaExceeded if the quota is used up. */
  from: (position: number) => Promise<number>;
  /** Releases the reserved bytes from `position` on, because only the bytes before it were written. */
  close: (position: number) => Promise<void>;
};

/** Reserves bytes before they are sent, and slows down the start of small files. */
export const createSendPermit = ({ range, size, reservations }: Input): SendPermit => {
  const sections = reserveAhead({ range, size, reservations });
  let window = size < SLOW_START.below ? SLOW_START.firstBytes : Number.POSITIVE_INFINITY;
  let windowStart = range.start;
  return {
    from: async (position) => {
      if (position - windowStart >= window) {
        await pause(SLOW_START.pauseMs);
        window = window < SLOW_START.untilBytes ? window * 2 : Number.POSITIVE_INFINITY;
        windowStart = position;
      }
      return Math.min(windowStart + window, (await sections.endOf(position)) + 1) - position;
    },
    close: sections.close,
  };
};

type Section = Span & { id: string };
/** A section whose reservation was requested. `isCounted`: whether the quota allowed it. */
type Ahead = { section: Section; isCounted: Promise<boolean> };

/** Splits a range into sections, and reserves the next section while the current one is being sent. */
const reserveAhead = ({ range, size, reservations }: Input) => {
  const clamp = (bytes: number): number => Math.min(SECTION.most, Math.max(SECTION.least, Math.ceil(bytes)));
  let sectionBytes = clamp(size / SECTION.firstPart);
  const reserveFrom = (start: number, done?: string): Ahead | undefined => {
    if (start > range.end) return undefined;
    const section = { id: randomUUID(), start, end: Math.min(range.end, start + sectionBytes - 1) };
    sectionBytes = clamp(Math.min(2 * sectionBytes, size / SECTION.mostPart));
    const isCounted = reservations.reserve({ ...section, done });
    // The error is handled when this section is needed; this prevents an unhandled rejection until then.
    isCounted.catch(() => undefined);
    return { section, isCounted };
  };

  /** The section before the current one. The next successful reservation marks it as done. */
  let previous: Section | undefined;
  let current: Section | undefined;
  let ahead = reserveFrom(range.start);
  return {
    /** The last byte of the reserved section that contains `position`. */
    endOf: async (position: number): Promise<number> => {
      while (!current || current.end < position) {
        if (!ahead || !(await ahead.isCounted)) throw new ByteQuotaExceeded();
        previous = current;
        current = ahead.section;
        ahead = reserveFrom(current.end + 1, previous?.id);
      }
      return current.end;
    },
    /** Releases everything from `position` on. For a fully sent section that is nothing, and the quota can forget it. */
    close: async (position: number): Promise<void> => {
      for (const each of [previous, current]) if (each) reservations.release({ id: each.id, from: Math.min(position, each.end + 1) });
      // A reservation that failed may have been counted all the same.
      if (ahead && (await ahead.isCounted.catch(() => true))) reservations.release({ id: ahead.section.id, from: ahead.section.start });
    },
  };
};
