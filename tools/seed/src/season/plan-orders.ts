import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import { FAMILY_NAMES, GIVEN_NAMES, pick } from '../roster.ts';
import { between, createRandom } from '../stage/random.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The season: how many orders of how many customers in how many days. */
export const SEASON = { days: 60, orders: 150, customers: 40, members: 12 } as const;

/** From this age on an order is delivered, except for the late ones. */
const DELIVERED_AFTER_DAYS = 4;
const LATE_ORDERS = 5;

/** What happens to an order after its payment. `part-refunded`: one of its videos is declined, the others are delivered. */
export type Outcome = 'open' | 'delivered' | 'downloaded' | 'refunded' | 'part-refunded' | 'completed';

export type PlannedCustomer = { email: string; name: string; password: string | null; joinedAt: Date };
export type PlannedOrder = {
  customer: number;
  /** Index of the contest. */
  contest: number;
  /** Which athletes on sale, as a share of the roster from 0 to 1, and how. */
  videos: { athlete: number; style: VideoStyle }[];
  orderedAt: Date;
  outcome: Outcome;
  /** When the order was handled, if it was. */
  handledAt: Date;
};

type Sale = { beganDaysAgo: number; weight: number };
type Input = { now: Date; sales: readonly Sale[]; orders?: number; customers?: number };

const CUSTOMER_SEED = 2_026;

export const planCustomers = ({ now, customers = SEASON.customers }: { now: Date; customers?: number }): PlannedCustomer[] => {
  const random = createRandom(CUSTOMER_SEED);
  return Array.from({ length: customers }, (_, index) => ({
    email: `season${String(index + 1).padStart(2, '0')}@example.jp`,
    name: `${pick(FAMILY_NAMES, index * 3 + 1)} ${pick(GIVEN_NAMES, index * 7 + 2)}`,
    password: index < SEASON.members ? `Hare-no-butai-${index + 1}` : null,
    joinedAt: new Date(now.getTime() - between(random, 2, SEASON.days) * DAY_MS),
  }));
};

/** Most customers order in the days after the sale began, in the evening more than in the morning. */
const orderTime = ({ now, beganDaysAgo, random }: { now: Date; beganDaysAgo: number; random: () => number }): Date => {
  const oldest = Math.min(beganDaysAgo, SEASON.days - 1);
  const daysAgo = Math.floor(oldest * (1 - random() ** 2));
  const time = now.getTime() - daysAgo * DAY_MS - between(random, 0.3, 11) * HOUR_MS;
  return new Date(Math.max(time, now.getTime() - oldest * DAY_MS));
};

const outcomeOf = ({ age, videos, isLate, chance }: { age: number; videos: number; isLate: boolean; chance: number }): Outcome => {
  if (isLate) return 'open';
  if (age < DELIVERED_AFTER_DAYS) return age > 2 && chance < 0.5 ? 'delivered' : 'open';
  if (chance < 0.05) return 'refunded';
  if (chance < 0.1 && videos > 1) return 'part-refunded';
  if (chance < 0.13) return 'completed';
  return chance < 0.8 ? 'downloaded' : 'delivered';
};

/** The orders of the season, oldest first. The same day and sales give the same plan. */
export const planOrders = ({ now, sales, orders = SEASON.orders, customers = SEASON.customers }: Input): PlannedOrder[] => {
  const random = createRandom(CUSTOMER_SEED + 1);
  const lots = sales.flatMap(({ weight }, contest) => Array<number>(weight).fill(contest));
  let late = LATE_ORDERS;
  const planned = Array.from({ length: orders }, (_, index): PlannedOrder => {
    const contest = lots[Math.floor(random() * lots.length)] ?? 0;
    const orderedAt = orderTime({ now, beganDaysAgo: sales[contest]?.beganDaysAgo ?? 1, random });
    const age = (now.getTime() - orderedAt.getTime()) / DAY_MS;
    const first = random();
    const count = random() < 0.55 ? 1 : random() < 0.8 ? 2 : 4;
    const videos = Array.from({ length: count }, (_unused, nth) => ({
      athlete: (first + Math.floor(nth / 2) * 0.37) % 1,
      style: pick(VIDEO_STYLES, index + nth),
    }));
    const isLate = age > 8 && age < 16 && late > 0;
    if (isLate) late -= 1;
    const handledAfter = Math.min(between(random, 1, 3.5), age * 0.9);
    const handledAt = new Date(orderedAt.getTime() + handledAfter * DAY_MS);
    const outcome = outcomeOf({ age, videos: count, isLate, chance: random() });
    return { customer: index % customers, contest, videos, orderedAt, outcome, handledAt };
  });
  return planned.sort((a, b) => a.orderedAt.getTime() - b.orderedAt.getTime());
};
