import { describe, expect, test } from '@jest/globals';
import type { Span } from '@stagereel/contracts';
import { array, assert, boolean, double, nat, oneof, property, record } from 'fast-check';
import { type ByteQuota, findQuotaRefusal, isSpent, MAX_PARTS, newQuota, releaseReservation, reserveSpan } from './byte-quota.ts';

const SIZE = 1000;
const span = (start: number, end: number): Span => ({ start, end });
const fits = (quota: ByteQuota, wanted: Span): boolean => findQuotaRefusal(quota, wanted) === null;

let ids = 0;
const newId = (): string => {
  ids += 1;
  return `reservation-${ids}`;
};
const reserve = (quota: ByteQuota, wanted: Span, id = newId()): ByteQuota => {
  const reserved = reserveSpan(quota, { id, ...wanted });
  if (!reserved) throw new Error(`Span ${wanted.start}–${wanted.end} was refused`);
  return reserved;
};
const withoutReservations = ({ size, used, sent }: ByteQuota) => ({ size, used, sent });

describe('reserving bytes', () => {
  test('when a file was sent twice, then every further byte is refused', () => {
    const twice = reserve(reserve(newQuota(SIZE), span(0, 999)), span(0, 999));
    expect([twice.used, fits(twice, span(0, 0)), fits(twice, span(999, 999))]).toEqual([2000, false, false]);
  });

  test('when downloads were interrupted too often, then the quota is spent, but the rest can still be reserved', () => {
    const half = reserve(newQuota(SIZE), span(0, 499));
    expect([isSpent(newQuota(SIZE)), isSpent(half), isSpent(reserve(half, span(500, 999)))]).toEqual([false, false, false]);
    const interrupted = reserve(reserve(half, span(0, 499)), span(0, 99));
    expect([isSpent(interrupted), fits(interrupted, span(500, 999))]).toEqual([true, true]);
  });

  test('when everything but the last byte is requested repeatedly, then the last byte can still be reserved', () => {
    let quota = newQuota(SIZE);
    while (fits(quota, span(0, 998))) quota = reserve(quota, span(0, 998));
    while (fits(quota, span(0, 0))) quota = reserve(quota, span(0, 0));
    expect(quota.used).toBe(1999);
    expect(withoutReservations(reserve(quota, span(999, 999)))).toEqual({ size: SIZE, used: 2000, sent: [span(0, 999)] });
  });

  test('when spans are reserved in any order, then touching spans are merged', () => {
    const quota = [span(500, 599), span(0, 99), span(100, 199), span(150, 520)].reduce(
      (before, each) => reserve(before, each),
      newQuota(SIZE),
    );
    expect(withoutReservations(quota)).toEqual({ size: SIZE, used: 671, sent: [span(0, 599)] });
  });

  test('when a reservation is repeated under the same id, then it counts once', () => {
    const once = reserve(newQuota(SIZE), span(0, 99), 'a');
    expect(reserve(once, span(0, 99), 'a')).toEqual(once);
    expect(reserve(once, span(0, 99), 'b').used).toBe(200);
  });
});

describe('releasing reservations', () => {
  test('when a reservation is released, then its unsent bytes are as if they had never been reserved', () => {
    const before = reserve(newQuota(SIZE), span(0, 99));
    const reserved = reserve(before, span(50, 299), 'a');
    expect(releaseReservation(reserved, { id: 'a', from: 50 })).toEqual(before);
    expect(withoutReservations(releaseReservation(reserved, { id: 'a', from: 200 }))).toEqual({
      size: SIZE,
      used: 250,
      sent: [span(0, 199)],
    });
    expect(withoutReservations(releaseReservation(reserved, { id: 'a', from: 300 }))).toEqual(withoutReservations(reserved));
  });

  test('when it is released twice, is unknown, or is released from before its start, then no more than its span is released', () => {
    const before = reserve(newQuota(SIZE), span(0, 99));
    const reserved = reserve(before, span(100, 299), 'a');
    const released = releaseReservation(reserved, { id: 'a', from: 200 });
    expect(releaseReservation(released, { id: 'a', from: 100 })).toEqual(released);
    expect(releaseReservation(released, { id: 'unknown', from: 0 })).toEqual(released);
    expect(releaseReservation(reserved, { id: 'a', from: 0 })).toEqual(before);
  });

  test('when a reservation was closed as completely sent, then releasing it changes nothing', () => {
    const quota = reserveSpan(reserve(newQuota(SIZE), span(0, 99), 'a'), { id: 'b', done: 'a', ...span(100, 199) });
    expect(releaseReservation(quota!, { id: 'a', from: 0 })).toEqual(quota);
  });

  test('when very many reservations are open, then the smallest ones are dropped and count as sent', () => {
    let quota = reserve(newQuota(100_000), span(0, 9999), 'large');
    for (let part = 0; part < 500; part += 1) quota = reserve(quota, span(10_000 + part * 10, 10_009 + part * 10));
    expect(quota.open.length).toBeLessThan(200);
    expect(releaseReservation(quota, { id: 'large', from: 0 }).used).toBe(5000);
  });
});

describe('a file that is requested in very many parts', () => {
  const size = 100_000;
  /** Reserves every second byte from `from` on, as long as that is allowed. */
  const scatter = (before: ByteQuota, from: number): ByteQuota => {
    let quota = before;
    for (let start = from; fits(quota, span(start, start)); start += 2) quota = reserve(quota, span(start, start));
    return quota;
  };
  const scattered = scatter(newQuota(size), 2);

  test('when the limit is reached, then no new part can start, and the quota stops growing', () => {
    expect(scattered.sent.length).toBeLessThanOrEqual(MAX_PARTS);
    expect(scattered.sent.length).toBeGreaterThan(MAX_PARTS / 2);
    expect(findQuotaRefusal(scattered, span(size - 1, size - 1))).toBe('DownloadTooManyParts');
    expect(findQuotaRefusal(scattered, span(3, 3))).toBeNull();
  });

  test('when the limit is reached, then the whole file can still be downloaded from its beginning or by resuming a part', () => {
    expect(reserve(scattered, span(0, size - 1)).sent).toEqual([span(0, size - 1)]);
    const last = scattered.sent.at(-1)!;
    const rest = reserve(scattered, span(last.end + 1, size - 1));
    expect(rest.sent.at(-1)).toEqual(span(last.start, size - 1));
  });

  test('when a reservation that merged many parts is released, then the number of parts stays near the limit', () => {
    const more = scatter(reserve(scattered, span(0, 9999), 'merging'), 20_000);
    expect(more.sent.length).toBeLessThan(MAX_PARTS);
    expect(releaseReservation(more, { id: 'merging', from: 0 }).sent.length).toBeLessThanOrEqual(MAX_PARTS + 1);
  });
});

test('when random spans are reserved, aborted and repeated, then at most twice the size is sent, and every missing byte can be reserved', () => {
  const size = 40;
  const reservation = record({ start: nat(size - 1), length: nat(size), isRepeated: boolean() });
  const release = record({ index: nat(), sentShare: double({ min: 0, max: 1, noNaN: true }), isRepeated: boolean() });
  type Ending = { sentShare: number; isRepeated: boolean };
  assert(
    property(array(oneof(reservation, release), { maxLength: 60 }), (steps) => {
      let quota = newQuota(size);
      const timesSent = new Array<number>(size).fill(0);
      const open: (Span & { id: string })[] = [];
      const end = ({ id, start, end: last }: Span & { id: string }, { sentShare, isRepeated }: Ending): void => {
        const from = start + Math.round(sentShare * (last + 1 - start));
        for (let time = 0; time < (isRepeated ? 2 : 1); time += 1) quota = releaseReservation(quota, { id, from });
        for (let position = start; position < from; position += 1) timesSent[position]! += 1;
      };
      for (const step of steps) {
        if ('start' in step) {
          const wanted = { id: newId(), ...span(step.start, Math.min(size - 1, step.start + step.length)) };
          const reserved = reserveSpan(quota, wanted);
          if (!reserved) continue;
          quota = step.isRepeated ? reserveSpan(reserved, wanted)! : reserved;
          open.push(wanted);
        } else {
          const [ended] = open.splice(step.index % Math.max(1, open.length), 1);
          if (ended) end(ended, step);
        }
      }
      for (const each of open) end(each, { sentShare: 0.5, isRepeated: false });
      expect(timesSent.reduce((sum, times) => sum + times, 0)).toBe(quota.used);
      for (const [position, times] of timesSent.entries()) if (times === 0) quota = reserve(quota, span(position, position));
      expect(quota.used).toBeLessThanOrEqual(2 * size);
    }),
    { numRuns: 500 },
  );
});
