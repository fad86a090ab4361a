import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../seeded.ts';
import { type FaultPlan, planFaults } from './fault-plan.ts';

const TOTAL = 13;
const planOf = (seed: string): FaultPlan =>
  planFaults({ random: seededRandom(seed), totalChunks: TOTAL, cuts: 10, kills: { media: 3, gateway: 2 } });

/** All planned faults, marked as done in the order of the chunks. */
const takeAll = (plan: FaultPlan) => {
  const taken: { index: number; kind: string; share: number }[] = [];
  for (const index of plan.chunks().sort((a, b) => a - b)) {
    for (let fault = plan.next(index); fault; fault = plan.next(index)) {
      taken.push({ index, ...fault });
      plan.markDone(index);
    }
  }
  return taken;
};

describe('fault plan', () => {
  test('when all faults are done, then their numbers and chunks are as requested and none is left', () => {
    const plan = planOf('one');
    const taken = takeAll(plan);
    const countOf = (wanted: string) => taken.filter(({ kind }) => kind === wanted).length;
    // The third kill of media is planned for the check of the complete file.
    expect([countOf('cut'), countOf('media'), countOf('gateway'), taken.length]).toEqual([10, 2, 2, 14]);
    expect(taken.every(({ index, share }) => index >= 0 && index < TOTAL && share >= 0 && share < 1)).toBe(true);
    expect(plan.takeCheckKill()).toBeGreaterThanOrEqual(0);
    expect([plan.takeCheckKill(), plan.chunks()]).toEqual([undefined, []]);
  });

  test('when the seed is the same, then the faults are the same; when it differs, then they differ', () => {
    expect(takeAll(planOf('one'))).toEqual(takeAll(planOf('one')));
    expect(takeAll(planOf('one'))).not.toEqual(takeAll(planOf('two')));
  });
});
