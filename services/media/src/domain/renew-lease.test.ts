import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { renewLease } from './renew-lease.ts';

const LEASE_MS = 10_000;
const EVERY_MS = 3000;

let startedAt = 0;
let stop: () => void = () => undefined;
beforeEach(() => {
  jest.useFakeTimers();
  startedAt = Date.now();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

/** Renews a lease with these results in turn, the last one repeated. Records the times of renewals and of the loss, in ms from the start. */
const startRenewal = (results: (() => Promise<boolean>)[]) => {
  const renewals: number[] = [];
  const losses: number[] = [];
  const elapsed = (): number => Date.now() - startedAt;
  const extend = (): Promise<boolean> => {
    renewals.push(elapsed());
    return (results[renewals.length - 1] ?? results.at(-1))?.() ?? Promise.resolve(false);
  };
  stop = renewLease({ leaseMs: LEASE_MS, everyMs: EVERY_MS, takenAt: startedAt, extend, onLost: () => losses.push(elapsed()) });
  return { renewals, losses };
};

const confirmed = async () => true;
const refused = async () => false;
const rejected = () => Promise.reject(new Error('Database is unavailable'));
const unanswered = () => new Promise<boolean>(() => undefined);

describe('a lease', () => {
  test('when every renewal is confirmed, then the lease is kept', async () => {
    const { renewals, losses } = startRenewal([confirmed]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([renewals.length, losses]).toEqual([20, []]);
  });

  test.each([
    ['rejects', rejected],
    ['gets no response', unanswered],
  ])('when every renewal %s, then the lease is lost once, before it expires, and not renewed again', async (_what, result) => {
    const { renewals, losses } = startRenewal([result]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([renewals, losses]).toEqual([[3000, 6000], [9000]]);
  });

  test('when renewals reject after a confirmed one, then the lease lasts from the time of the confirmed request', async () => {
    const { losses } = startRenewal([confirmed, confirmed, rejected]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(losses).toEqual([15_000]);
  });

  test('when one renewal rejects and the others are confirmed, then the lease is kept', async () => {
    const { losses } = startRenewal([rejected, confirmed]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(losses).toEqual([]);
  });

  test('when a renewal is refused, then the lease is lost immediately', async () => {
    const { losses } = startRenewal([confirmed, refused]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(losses).toEqual([6000]);
  });

  test('when the renewal was stopped, then the lease is neither renewed nor lost', async () => {
    const { renewals, losses } = startRenewal([refused]);
    stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([renewals, losses]).toEqual([[], []]);
  });
});
