import { describe, expect, test } from '@jest/globals';
import type { Span } from '@stagereel/contracts';
import { array, assert, double, nat, property, record } from 'fast-check';
import { emptyLedger, fits, giveBack, type Ledger, reserve } from './ledger.ts';

const SIZE = 1000;
const span = (start: number, end: number): Span => ({ start, end });
const take = (ledger: Ledger, wanted: Span): Ledger => {
  const taken = reserve(ledger, wanted);
  if (!taken) throw new Error(`${wanted.start}–${wanted.end} was refused`);
  return taken.ledger;
};

describe('what may leave', () => {
  test('when a file has left twice, then no byte of it leaves any more', () => {
    const twice = take(take(emptyLedger(SIZE), span(0, 999)), span(0, 999));
    expect([twice.used, fits(twice, span(0, 0)), fits(twice, span(999, 999))]).toEqual([2000, false, false]);
  });

  test('when all but the last byte is asked for again and again, then the last byte can still be had', () => {
    let ledger = emptyLedger(SIZE);
    while (fits(ledger, span(0, 998))) ledger = take(ledger, span(0, 998));
    while (fits(ledger, span(0, 0))) ledger = take(ledger, span(0, 0));
    expect(ledger.used).toBe(1999);
    expect(take(ledger, span(999, 999))).toEqual({ size: SIZE, used: 2000, sent: [span(0, 999)] });
  });

  test('when parts come in any order, then what touches is one part', () => {
    const ledger = [span(500, 599), span(0, 99), span(100, 199), span(150, 520)].reduce(take, emptyLedger(SIZE));
    expect(ledger).toEqual({ size: SIZE, used: 671, sent: [span(0, 599)] });
  });
});

describe('what did not leave', () => {
  test('when it is given back, then the ledger is as if it had never been asked for', () => {
    const before = take(emptyLedger(SIZE), span(0, 99));
    const taken = reserve(before, span(50, 299))!;
    expect(giveBack(taken.ledger, { reservation: taken.reservation, from: 50 })).toEqual(before);
    expect(giveBack(taken.ledger, { reservation: taken.reservation, from: 200 })).toEqual({ size: SIZE, used: 250, sent: [span(0, 199)] });
    expect(giveBack(taken.ledger, { reservation: taken.reservation, from: 300 })).toEqual(taken.ledger);
  });
});

test('whatever is asked for and broken off, then never more than twice the size leaves, and what is missing can always be had', () => {
  const size = 40;
  const asked = record({ start: nat(size - 1), length: nat(size), leaves: double({ min: 0, max: 1, noNaN: true }) });
  assert(
    property(array(asked, { maxLength: 40 }), (asks) => {
      let ledger = emptyLedger(size);
      const left = new Array<number>(size).fill(0);
      for (const { start, length, leaves } of asks) {
        const wanted = span(start, Math.min(size - 1, start + length));
        const taken = reserve(ledger, wanted);
        if (!taken) continue;
        const from = start + Math.round(leaves * (wanted.end + 1 - start));
        ledger = giveBack(taken.ledger, { reservation: taken.reservation, from });
        for (let position = start; position < from; position += 1) left[position]! += 1;
      }
      expect(left.reduce((sum, times) => sum + times, 0)).toBe(ledger.used);
      for (const [position, times] of left.entries()) if (times === 0) ledger = take(ledger, span(position, position));
      expect(ledger.used).toBeLessThanOrEqual(2 * size);
      expect(ledger.sent).toEqual([span(0, size - 1)]);
    }),
  );
});
