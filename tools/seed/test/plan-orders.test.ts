import { describe, expect, test } from '@jest/globals';
import { seasonContests } from '../src/season/contests.ts';
import { planCustomers, planOrders, SEASON } from '../src/season/plan-orders.ts';

const NOW = new Date('2026-11-23T03:00:00Z');
const DAY_MS = 86_400_000;
const sales = seasonContests(NOW).map(({ saleBeganDaysAgo, weight }) => ({ beganDaysAgo: saleBeganDaysAgo, weight }));
const plan = () => planOrders({ now: NOW, sales });

describe('the season of the demo', () => {
  test('when it is planned twice on the same day, then both plans are equal', () => {
    expect(plan()).toEqual(plan());
    expect(planCustomers({ now: NOW })).toEqual(planCustomers({ now: NOW }));
  });

  test('when it is planned, then every order lies between the start of its sale and now, and is handled after it was placed', () => {
    for (const { contest, orderedAt, handledAt } of plan()) {
      const days = (NOW.getTime() - orderedAt.getTime()) / DAY_MS;
      expect(days).toBeGreaterThan(0);
      expect(days).toBeLessThanOrEqual(Math.min(SEASON.days, sales[contest]?.beganDaysAgo ?? 0));
      expect(handledAt.getTime()).toBeGreaterThan(orderedAt.getTime());
      expect(handledAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
    }
  });

  test('when it is planned, then every outcome occurs, some open orders are late, and all weeks have orders', () => {
    const orders = plan();
    expect(orders).toHaveLength(SEASON.orders);
    const outcomes = new Set(orders.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(['completed', 'delivered', 'downloaded', 'open', 'part-refunded', 'refunded']);
    const ageOf = (orderedAt: Date) => (NOW.getTime() - orderedAt.getTime()) / DAY_MS;
    expect(orders.filter(({ outcome, orderedAt }) => outcome === 'open' && ageOf(orderedAt) > 7).length).toBeGreaterThanOrEqual(3);
    const weeks = new Set(orders.map(({ orderedAt }) => Math.floor(ageOf(orderedAt) / 7)));
    expect(weeks.size).toBeGreaterThanOrEqual(8);
  });

  test('when contests are planned, then no contest without a sale has orders, and every state occurs', () => {
    const contests = seasonContests(NOW);
    expect(new Set(contests.map(({ state }) => state))).toEqual(new Set(['closed', 'on-sale', 'coming-soon', 'draft']));
    expect(contests.filter(({ state, weight }) => (state === 'coming-soon' || state === 'draft') && weight > 0)).toEqual([]);
    expect(contests.map(({ date }) => date)).toEqual(expect.arrayContaining(['2026年9月20日', '2026年12月6日']));
  });
});
