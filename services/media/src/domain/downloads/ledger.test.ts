import { describe, expect, test } from '@jest/globals';
import type { Span } from '@stagereel/contracts';
import { array, assert, boolean, double, nat, oneof, property, record } from 'fast-check';
import { emptyLedger, giveBack, type Ledger, MOST_PARTS, refusalOf, reserve } from './ledger.ts';

const SIZE = 1000;
const span = (start: number, end: number): Span => ({ start, end });
const fits = (ledger: Ledger, wanted: Span): boolean => refusalOf(ledger, wanted) === null;

let asked = 0;
const newId = (): string => {
  asked += 1;
  return `part-${asked}`;
};
const take = (ledger: Ledger, wanted: Span, id = newId()): Ledger => {
  const taken = reserve(ledger, { id, ...wanted });
  if (!taken) throw new Error(`${wanted.start}–${wanted.end} was refused`);
  return taken;
};
/** The count without what is on its way. */
const countOf = ({ size, used, sent }: Ledger) => ({ size, used, sent });

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
    expect(countOf(take(ledger, span(999, 999)))).toEqual({ size: SIZE, used: 2000, sent: [span(0, 999)] });
  });

  test('when parts come in any order, then what touches is one part', () => {
    const ledger = [span(500, 599), span(0, 99), span(100, 199), span(150, 520)].reduce(
      (before, each) => take(before, each),
      emptyLedger(SIZE),
    );
    expect(countOf(ledger)).toEqual({ size: SIZE, used: 671, sent: [span(0, 599)] });
  });

  test('when the same part is asked for twice under one id, then it is counted once', () => {
    const once = take(emptyLedger(SIZE), span(0, 99), 'a');
    expect(take(once, span(0, 99), 'a')).toEqual(once);
    expect(take(once, span(0, 99), 'b').used).toBe(200);
  });
});

describe('what did not leave', () => {
  test('when it is given back, then the ledger is as if it had never been asked for', () => {
    const before = take(emptyLedger(SIZE), span(0, 99));
    const taken = take(before, span(50, 299), 'a');
    expect(giveBack(taken, { id: 'a', from: 50 })).toEqual(before);
    expect(countOf(giveBack(taken, { id: 'a', from: 200 }))).toEqual({ size: SIZE, used: 250, sent: [span(0, 199)] });
    expect(countOf(giveBack(taken, { id: 'a', from: 300 }))).toEqual(countOf(taken));
  });

  test('when it is given back twice, or was never asked for, or from before its beginning, then no more comes back than was taken', () => {
    const before = take(emptyLedger(SIZE), span(0, 99));
    const taken = take(before, span(100, 299), 'a');
    const given = giveBack(taken, { id: 'a', from: 200 });
    expect(giveBack(given, { id: 'a', from: 100 })).toEqual(given);
    expect(giveBack(given, { id: 'unknown', from: 0 })).toEqual(given);
    expect(giveBack(taken, { id: 'a', from: 0 })).toEqual(before);
  });

  test('when all of a part has left, then none of it comes back', () => {
    const ledger = reserve(take(emptyLedger(SIZE), span(0, 99), 'a'), { id: 'b', done: 'a', ...span(100, 199) });
    expect(giveBack(ledger!, { id: 'a', from: 0 })).toEqual(ledger);
  });

  test('when very many parts are on their way, then the least of them is forgotten, and counts as sent', () => {
    let ledger = take(emptyLedger(100_000), span(0, 9999), 'large');
    for (let part = 0; part < 500; part += 1) ledger = take(ledger, span(10_000 + part * 10, 10_009 + part * 10));
    expect(ledger.open.length).toBeLessThan(200);
    expect(giveBack(ledger, { id: 'large', from: 0 }).used).toBe(5000);
  });
});

describe('a file that is asked for in very many parts', () => {
  const size = 100_000;
  /** As many single bytes from `from` on as may leave. */
  const scatter = (before: Ledger, from: number): Ledger => {
    let ledger = before;
    for (let start = from; fits(ledger, span(start, start)); start += 2) ledger = take(ledger, span(start, start));
    return ledger;
  };
  const scattered = scatter(emptyLedger(size), 2);

  test('when there are too many, then no further one begins apart, and the ledger grows no more', () => {
    expect(scattered.sent.length).toBeLessThanOrEqual(MOST_PARTS);
    expect(scattered.sent.length).toBeGreaterThan(MOST_PARTS / 2);
    expect(refusalOf(scattered, span(size - 1, size - 1))).toBe('DownloadTooManyParts');
    expect(refusalOf(scattered, span(3, 3))).toBeNull();
  });

  test('when there are too many, then all of the file can be had from its beginning or by going on', () => {
    expect(take(scattered, span(0, size - 1)).sent).toEqual([span(0, size - 1)]);
    const last = scattered.sent.at(-1)!;
    const rest = take(scattered, span(last.end + 1, size - 1));
    expect(rest.sent.at(-1)).toEqual(span(last.start, size - 1));
  });

  test('when others are asked for while they are one, and what made them one breaks off, then there are hardly more', () => {
    const more = scatter(take(scattered, span(0, 9999), 'one'), 20_000);
    expect(more.sent.length).toBeLessThan(MOST_PARTS);
    expect(giveBack(more, { id: 'one', from: 0 }).sent.length).toBeLessThanOrEqual(MOST_PARTS + 1);
  });
});

test('whatever is asked for at once, broken off, and said twice, then never more than twice the size leaves, and what is missing can be had', () => {
  const size = 40;
  const ask = record({ start: nat(size - 1), length: nat(size), isTwice: boolean() });
  const end = record({ which: nat(), leaves: double({ min: 0, max: 1, noNaN: true }), isTwice: boolean() });
  assert(
    property(array(oneof(ask, end), { maxLength: 60 }), (steps) => {
      let ledger = emptyLedger(size);
      const left = new Array<number>(size).fill(0);
      const underWay: (Span & { id: string })[] = [];
      const finish = ({ id, start, end: last }: Span & { id: string }, { leaves, isTwice }: { leaves: number; isTwice: boolean }): void => {
        const from = start + Math.round(leaves * (last + 1 - start));
        for (let time = 0; time < (isTwice ? 2 : 1); time += 1) ledger = giveBack(ledger, { id, from });
        for (let position = start; position < from; position += 1) left[position]! += 1;
      };
      for (const step of steps) {
        if ('start' in step) {
          const wanted = { id: newId(), ...span(step.start, Math.min(size - 1, step.start + step.length)) };
          const taken = reserve(ledger, wanted);
          if (!taken) continue;
          ledger = step.isTwice ? reserve(taken, wanted)! : taken;
          underWay.push(wanted);
        } else {
          const [ended] = underWay.splice(step.which % Math.max(1, underWay.length), 1);
          if (ended) finish(ended, step);
        }
      }
      for (const each of underWay) finish(each, { leaves: 0.5, isTwice: false });
      expect(left.reduce((sum, times) => sum + times, 0)).toBe(ledger.used);
      for (const [position, times] of left.entries()) if (times === 0) ledger = take(ledger, span(position, position));
      expect(ledger.used).toBeLessThanOrEqual(2 * size);
    }),
    { numRuns: 500 },
  );
});
