import { describe, expect, test } from '@jest/globals';
import { planVisits, RUSH_PHASES } from './schedule.ts';

const PLAN = { seed: 'one', buyers: 400, minutes: 5 };

describe('the schedule of the rush', () => {
  const visits = planVisits(PLAN);

  test('when it is planned, then so many buy as requested, and all arrive in order within the rush', () => {
    expect(visits.filter(({ behaviour }) => behaviour === 'buys')).toHaveLength(400);
    expect(visits.filter(({ behaviour }) => behaviour === 'abandons-cart')).toHaveLength(40);
    expect(visits.every(({ atMs }, index) => atMs >= (visits[index - 1]?.atMs ?? 0) && atMs < 300_000)).toBe(true);
  });

  test('when a phase begins, then its share of the visitors arrives in its share of the time', () => {
    let from = 0;
    for (const { name, time, visitors } of RUSH_PHASES) {
      const inPhase = visits.filter(({ phase }) => phase === name);
      const to = from + time * 300_000;
      expect(inPhase.every(({ atMs }) => atMs >= from && atMs <= to)).toBe(true);
      expect(Math.abs(inPhase.length / visits.length - visitors)).toBeLessThan(0.01);
      from = to;
    }
  });

  test('when visitors come from the hall, then they share one address, and all others have one each', () => {
    const addresses = (isInHall: boolean) => visits.filter(({ phase }) => (phase === 'hall') === isInHall).map(({ address }) => address);
    expect(new Set(addresses(true)).size).toBe(1);
    expect(new Set(addresses(false)).size).toBe(addresses(false).length);
  });

  test('when the seed is the same, then the schedule is the same; when it differs, then it differs', () => {
    expect(planVisits(PLAN)).toEqual(visits);
    expect(planVisits({ ...PLAN, seed: 'two' })).not.toEqual(visits);
  });

  test('when an order has several videos, then they differ', () => {
    const different = ({ videos }: (typeof visits)[number]) => new Set(videos.map(({ athlete }) => athlete)).size === videos.length;
    expect(visits.every(different)).toBe(true);
    expect(new Set(visits.map(({ videos }) => videos.length))).toEqual(new Set([1, 2, 3]));
  });
});
