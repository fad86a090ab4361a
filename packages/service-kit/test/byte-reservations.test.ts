import { describe, expect, test } from '@jest/globals';
import type { ReleaseBytes, ReserveBytes } from '@stagereel/contracts';
import { type ByteReservations, createReservationRetries } from '../src/files/byte-reservations.ts';

const SECTION: ReserveBytes = { id: 'section-1', start: 0, end: 99 };
const UNSENT: ReleaseBytes = { id: 'section-1', from: 50 };

/** Reservations whose first calls fail, and the calls they received. */
const failing = (times: number) => {
  const received: (ReserveBytes | ReleaseBytes)[] = [];
  const receive = (call: ReserveBytes | ReleaseBytes): void => {
    received.push(call);
    if (received.length <= times) throw new Error(`failure ${received.length}`);
  };
  const reservations: ByteReservations = {
    reserve: async (section) => {
      receive(section);
      return true;
    },
    release: async (unsent) => receive(unsent),
  };
  return { reservations, received };
};

const startRetries = () => {
  const lost: ReleaseBytes[] = [];
  return {
    lost,
    ...createReservationRetries({ onLost: (_error, unsent) => lost.push(unsent), delaysMs: { reserve: [1, 1], release: [1, 1, 1] } }),
  };
};

describe('reserving a section', () => {
  test('when the call fails a few times, then it is repeated with the same section', async () => {
    const { withRetries } = startRetries();
    const { reservations, received } = failing(2);
    expect(await withRetries(reservations).reserve(SECTION)).toBe(true);
    expect(received).toEqual([SECTION, SECTION, SECTION]);
  });

  test('when every retry fails, then the last error is thrown', async () => {
    const { withRetries } = startRetries();
    const { reservations, received } = failing(99);
    await expect(withRetries(reservations).reserve(SECTION)).rejects.toThrow('failure 3');
    expect(received).toHaveLength(3);
  });

  test('when the quota refuses the section, then the call is not repeated', async () => {
    const { withRetries } = startRetries();
    let calls = 0;
    const refuse = async (): Promise<boolean> => {
      calls += 1;
      return false;
    };
    expect(await withRetries({ ...failing(0).reservations, reserve: refuse }).reserve(SECTION)).toBe(false);
    expect(calls).toBe(1);
  });
});

describe('releasing unsent bytes', () => {
  test('when the call fails a few times, then it is repeated, and `settled` waits for it', async () => {
    const { withRetries, settled, lost } = startRetries();
    const { reservations, received } = failing(3);
    withRetries(reservations).release(UNSENT);
    await settled();
    expect(received).toEqual([UNSENT, UNSENT, UNSENT, UNSENT]);
    expect(lost).toEqual([]);
  });

  test('when every retry fails, then the bytes are reported as lost', async () => {
    const { withRetries, settled, lost } = startRetries();
    const { reservations, received } = failing(99);
    withRetries(reservations).release(UNSENT);
    await settled();
    expect(received).toHaveLength(4);
    expect(lost).toEqual([UNSENT]);
  });
});

describe('settled', () => {
  /** `seen.isSettled` shows whether `settled` has resolved, without waiting for it. */
  const watch = (settled: () => Promise<void>) => {
    const seen = { isSettled: false };
    const over = settled().then(() => {
      seen.isSettled = true;
    });
    return { seen, over };
  };

  test('when a counted response has not ended, then it waits until that ends and its bytes are released', async () => {
    const { withRetries, settled } = startRetries();
    const { reservations, received } = failing(0);
    const retrying = withRetries(reservations);
    await retrying.reserve(SECTION);
    await retrying.reserve({ id: 'section-2', start: 100, end: 199, done: SECTION.id });
    const { seen, over } = watch(settled);
    await new Promise(setImmediate);
    expect(seen.isSettled).toBe(false);
    retrying.release({ id: 'section-2', from: 150 });
    await over;
    expect(received.at(-1)).toEqual({ id: 'section-2', from: 150 });
  });

  test('when a section was refused, or nothing was ever reserved, then it resolves at once', async () => {
    const { withRetries, settled } = startRetries();
    await settled();
    await withRetries({ reserve: async () => false, release: async () => undefined }).reserve(SECTION);
    await settled();
  });

  test('when it is unknown whether a section was reserved, then it waits until the section is released', async () => {
    const { withRetries, settled, lost } = startRetries();
    const { reservations } = failing(99);
    const retrying = withRetries(reservations);
    await expect(retrying.reserve(SECTION)).rejects.toThrow('failure 3');
    const { seen, over } = watch(settled);
    await new Promise(setImmediate);
    expect(seen.isSettled).toBe(false);
    retrying.release({ id: SECTION.id, from: 0 });
    await over;
    expect(lost).toEqual([{ id: SECTION.id, from: 0 }]);
  });
});
