import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../seeded.ts';
import { type FaultPlan, planFaults } from './fault-plan.ts';

const TOTAL = 13;
const planOf = (seed: string): FaultPlan =>
  planFaults({ random: seededRandom(seed), totalChunks: TOTAL, cuts: 10, kills: { media: 3, gateway: 2 } });

/** Everything that is planned, struck off in the order of the chunks. */
const takeAll = (plan: FaultPlan) => {
  const taken: { index: number; kind: string; share: number }[] = [];
  for (const index of plan.chunks().sort((a, b) => a - b)) {
    for (let fault = plan.next(index); fault; fault = plan.next(index)) {
      taken.push({ index, ...fault });
      plan.strikeOff(index);
    }
  }
  return taken;
};

describe('the plan of what breaks', () => {
  test('when all of it has happened, it was so many cuts and kills, in chunks there are, and nothing is left', () => {
    const plan = planOf('one');
    const taken = takeAll(plan);
    const countOf = (wanted: string) => taken.filter(({ kind }) => kind === wanted).length;
    // One more kill of media is planned for the reading through at the end.
    expect([countOf('cut'), countOf('media'), countOf('gateway'), taken.length]).toEqual([10, 2, 2, 14]);
    expect(taken.every(({ index, share }) => index >= 0 && index < TOTAL && share >= 0 && share < 1)).toBe(true);
    expect(plan.takeCheckKill()).toBeGreaterThanOrEqual(0);
    expect([plan.takeCheckKill(), plan.chunks()]).toEqual([undefined, []]);
  });

  test('when the seed is the same it breaks in the same places, and elsewhere with another', () => {
    expect(takeAll(planOf('one'))).toEqual(takeAll(planOf('one')));
    expect(takeAll(planOf('one'))).not.toEqual(takeAll(planOf('two')));
  });
});
