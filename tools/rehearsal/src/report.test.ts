import { describe, expect, test } from '@jest/globals';
import type { Fault } from './faults/cause-faults.ts';
import type { PhaseLoad } from './measure/machine.ts';
import { bottleneckOf, cpuPerOrder, type RehearsalFigures, rehearsalReport } from './report.ts';
import { type Disagreements, PROMISES } from './verify/books.ts';

const disagreements = (changes: Partial<Disagreements> = {}): Disagreements => ({
  ...(Object.fromEntries(Object.keys(PROMISES).map((kind) => [kind, []])) as unknown as Disagreements),
  ...changes,
});
const figures = (changes: Partial<RehearsalFigures> = {}): RehearsalFigures => ({
  plan: { seed: 'one', athletes: 40, buyers: 25, minutes: 0.5, uploads: 5, hasFaults: false, kills: 0 },
  staging: undefined,
  visits: [],
  rushSeconds: 30,
  lastMailSeconds: 1,
  deliveries: { delivered: [], declined: [], failed: [] },
  downloads: [],
  faults: [],
  kills: [],
  steps: [{ phase: 'opening', step: 'pay by card', durations: [10, 2_000] }],
  errors: [],
  loads: [],
  disagreements: disagreements(),
  seconds: 60,
  ...changes,
});
const load = (changes: Partial<PhaseLoad> = {}): PhaseLoad => ({
  phase: 'opening',
  seconds: 60,
  cpu: { orders: 0.4, gateway: 0.2 },
  peak: { orders: 0.5, gateway: 0.3 },
  machine: 0.3,
  loopDelayMs: { orders: 20 },
  ...changes,
});

describe('the report', () => {
  test('when everything agrees, then it says so, and lists the times of each step', () => {
    const { text, isKept } = rehearsalReport(figures());
    expect(isKept).toBe(true);
    expect(text).toContain('| pay by card | 2 | 10 ms | 2.0 s | 2.0 s | 2.0 s |');
  });

  test('when one thing does not agree, then it is named and the rehearsal has failed', () => {
    const { text, isKept } = rehearsalReport(figures({ disagreements: disagreements({ lost: ['11111111'] }) }));
    expect(isKept).toBe(false);
    expect(text).toContain(`| ${PROMISES.lost} | **NO** | 11111111 |`);
  });

  test('when a visitor in the hall is turned away, then the rehearsal has failed', () => {
    const gaveUp = { step: 'request a code', kind: '429 CodesTooMany' };
    const visit = {
      email: 'a@example.jp',
      phase: 'hall',
      kept: { of: 0, count: 0 },
      card: 'accepted',
      gaveUp,
    } as RehearsalFigures['visits'][number];
    expect(rehearsalReport(figures({ visits: [visit] })).text).toMatch(/in the hall was turned away.*\*\*NO\*\* \| a@example\.jp: 429/);
  });
});

describe('the verdict on faults', () => {
  const fault = (changes: Partial<Fault> = {}): Fault => ({
    ...{ server: 'redis', kind: 'cut', ms: 1_000, recoveryMs: 900, admin: { requests: 2, accepted: 0 } },
    ...changes,
  });

  test('when the shop recovers and no admin gets in without Redis, then everything agrees', () => {
    const { text, isKept } = rehearsalReport(figures({ faults: [fault()], kills: ['orders'] }));
    expect(isKept).toBe(true);
    expect(text).toContain('| redis | cut | 1.0 s | 900 ms | 0 of 2 |');
    expect(text).toContain('killed during the rush: orders.');
  });

  test.each<[string, Fault, RegExp]>([
    ['no purchase succeeds in time', fault({ recoveryMs: undefined }), /a whole purchase succeeds within 30 s \| \*\*NO\*\* \| redis, cut/],
    ['an admin gets in', fault({ admin: { requests: 2, accepted: 1 } }), /no admin gets in \| \*\*NO\*\* \| redis, cut/],
    ['no admin tried', { server: 'smtp', kind: 'slow', ms: 1, recoveryMs: 1 }, /no admin gets in \| \*\*NO\*\*/],
  ])('when %s, then the rehearsal has failed', (_, faulty, expected) => {
    const { text, isKept } = rehearsalReport(figures({ faults: [faulty] }));
    expect(isKept).toBe(false);
    expect(text).toMatch(expected);
  });
});

test.each<[string, Partial<PhaseLoad>, RegExp]>([
  ['a process needs a whole core', { cpu: { orders: 0.2, gateway: 0.95 } }, /\*\*gateway limits first/],
  ['all cores are busy', { cpu: { orders: 0.7, gateway: 0.7, catalog: 0.55 }, machine: 1 }, /\*\*The machine limits first/],
  ['other programs are busy', { machine: 1 }, /Other programs kept the machine busy/],
  ['the shop runs elsewhere', { machine: undefined, cpu: { 'orders-1': 0.9 } }, /\*\*orders-1 limits first.*Only processes whose metrics/],
  ['nothing is busy', {}, /Nothing was at its limit.*orders would be the first/],
])('when %s, then the report says what limits', (_, changes, expected) => {
  expect(bottleneckOf([load(changes)], 2)).toMatch(expected);
});

test('when the load of the rush is known, then the CPU time per paid order leaves out what came before and after', () => {
  const loads = [load({ phase: 'preparation' }), load({ cpu: { orders: 0.5 } }), load({ phase: 'evening', cpu: { orders: 0.1 } })];
  expect(cpuPerOrder(loads, 100)).toEqual({ orders: 360 });
});
