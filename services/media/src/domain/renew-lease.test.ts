import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { renewLease } from './renew-lease.ts';

const LEASE_MS = 10_000;
const EVERY_MS = 3000;

let startedAt = 0;
let end: () => void = () => undefined;
beforeEach(() => {
  jest.useFakeTimers();
  startedAt = Date.now();
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

/** Renews a lease with these answers, the last of them for good, and notes when it was asked for and lost, in ms from its beginning. */
const renewing = (answers: (() => Promise<boolean>)[]) => {
  const asked: number[] = [];
  const lost: number[] = [];
  const since = (): number => Date.now() - startedAt;
  const extend = (): Promise<boolean> => {
    asked.push(since());
    return (answers[asked.length - 1] ?? answers.at(-1))?.() ?? Promise.resolve(false);
  };
  end = renewLease({ leaseMs: LEASE_MS, everyMs: EVERY_MS, takenAt: startedAt, extend, onLost: () => lost.push(since()) });
  return { asked, lost };
};

const confirmed = async () => true;
const refused = async () => false;
const failing = () => Promise.reject(new Error('the database is away'));
const silent = () => new Promise<boolean>(() => undefined);

describe('a lease', () => {
  test('when every renewal is confirmed, then it holds', async () => {
    const { asked, lost } = renewing([confirmed]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([asked.length, lost]).toEqual([20, []]);
  });

  test.each([
    ['fails', failing],
    ['gets no answer', silent],
  ])('when every renewal %s, then it is lost before it ends, once, and not asked for again', async (_what, answer) => {
    const { asked, lost } = renewing([answer]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([asked, lost]).toEqual([[3000, 6000], [9000]]);
  });

  test('when renewals fail after a confirmed one, then it lasts from when that was asked for, and no longer', async () => {
    const { lost } = renewing([confirmed, confirmed, failing]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lost).toEqual([15_000]);
  });

  test('when one renewal fails and the others are confirmed, then it holds', async () => {
    const { lost } = renewing([failing, confirmed]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lost).toEqual([]);
  });

  test('when a renewal is refused, then it is lost at once', async () => {
    const { lost } = renewing([confirmed, refused]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lost).toEqual([6000]);
  });

  test('when its holder is done, then it is neither renewed nor lost', async () => {
    const { asked, lost } = renewing([refused]);
    end();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([asked, lost]).toEqual([[], []]);
  });
});
