import { expect, test } from '@jest/globals';
import { compareRuns } from './compare-runs.ts';
import type { Figure } from './report.ts';

const figure = (changes: Partial<Figure>): Figure => ({
  ...{ section: 'gateway: contest list', name: 'gateway', value: 100, unit: '/s', ratio: undefined, goal: '', isReached: true },
  ...changes,
});

test('when a goal is missed in one of three runs, then the table shows all values, their spread and how often it was reached', () => {
  const runs = [0.4, 0.3, 0.5].map((ratio) => [figure({ ratio, goal: 'at least 0.35', isReached: ratio >= 0.35 })]);
  expect(compareRuns(runs)).toContain(
    '| gateway, /s | 100 (0.40) | 100 (0.30) | 100 (0.50) | 50 % | at least 0.35: missed, reached in 2 of 3 |',
  );
});

test('when two sections have figures of the same name, then each has its own table', () => {
  const text = compareRuns([[figure({ value: 1 }), figure({ section: 'orders: memory', value: 2 })]]);
  expect(text).toMatch(
    /### gateway: contest list[\s\S]*\| gateway, \/s \| 1\.0 \|[\s\S]*### orders: memory[\s\S]*\| gateway, \/s \| 2\.0 \|/,
  );
});

test('when a benchmark failed in one run, then its figures of the others are shown', () => {
  expect(compareRuns([[figure({ value: 3 })], []])).toContain('| gateway, /s | 3.0 | – | 0 % |  |');
});
