import { describe, expect, test } from '@jest/globals';
import { byStep, createRecorder, percentile, summarise } from './recorder.ts';

describe('percentiles', () => {
  test('when there are 100 values in any order, then each percentile is the value of its rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
    expect(summarise(values)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  });

  test('when there are few values, then the highest percentiles are the largest value', () => {
    expect(summarise([3, 1, 2])).toEqual({ count: 3, p50: 2, p95: 3, p99: 3, max: 3 });
    expect(percentile([7], 0.5)).toBe(7);
    expect(summarise([]).p50).toBeNaN();
  });
});

test('when steps of several phases are recorded, then they are counted by phase, and together by step', () => {
  const recorder = createRecorder();
  recorder.add({ phase: 'opening', step: 'pay', ms: 10 });
  recorder.add({ phase: 'evening', step: 'pay', ms: 20 });
  for (let times = 0; times < 2; times += 1) recorder.fail({ phase: 'evening', step: 'pay', kind: '503' });
  expect(recorder.steps()).toHaveLength(2);
  expect(byStep(recorder.steps())).toEqual([{ step: 'pay', durations: [10, 20] }]);
  expect(recorder.errors()).toEqual([{ phase: 'evening', step: 'pay', kind: '503', count: 2 }]);
});
