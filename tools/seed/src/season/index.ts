import { contestListSchema, japaneseDay } from '@stagereel/contracts';
import { type Admin, openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { type AddedContest, addContest, CONTESTS, publish } from '../contests.ts';
import { type AccountTimes, backdate, type OrderTimes, refuseInProduction } from './backdate.ts';
import { type SeasonContest, seasonContests } from './contests.ts';
import { liveThroughSeason } from './handle-orders.ts';
import { planCustomers, planOrders, SEASON } from './plan-orders.ts';

const DAY_MS = 86_400_000;
/** How many customers order at the same time. */
const CUSTOMERS_AT_ONCE = 5;

type SeasonOptions = {
  gateway: string;
  mailbox: string;
  mongodb: string;
  namespace: string;
  admin: { email: string; password: string };
  log?: (line: string) => void;
  /** How many; by default those of {@link SEASON}. */
  orders?: number;
  customers?: number;
};

/** The contests of `npm start` are part of the season. */
const openingContests = async ({ gateway, mailbox }: { gateway: string; mailbox: string }): Promise<AddedContest[]> => {
  const visitor = openCustomer({ gateway, mailbox: openMailbox(mailbox) });
  const contests = await visitor.contests();
  const known = CONTESTS.flatMap(({ name }) => contests.filter((contest) => contest.name === name));
  return Promise.all(known.map(async (contest) => ({ contest, athletes: await visitor.athletes(contest.id) })));
};

/** A contest is on sale while its orders are placed, and gets its final state afterwards. */
const addSeasonContest = async (admin: Admin, plan: SeasonContest): Promise<AddedContest> => {
  const added = await addContest(admin, plan);
  if (plan.weight > 0) await publish(admin, added.contest);
  return added;
};

type Finish = { admin: Admin; plan: SeasonContest; added: AddedContest; now: Date };

const finishContest = async ({ admin, plan, added: { contest }, now }: Finish): Promise<void> => {
  if (plan.state === 'closed') await admin.updateContest(contest.id, { videoPublished: false, sitePublicStatus: 'private' });
  if (plan.state !== 'coming-soon') return;
  const day = japaneseDay(new Date(now.getTime() - plan.saleBeganDaysAgo * DAY_MS));
  const scheduledPublishDate = new Date(`${day}T12:00:00+09:00`).toISOString();
  await admin.updateContest(contest.id, { sitePublicStatus: '公開予約', scheduledPublishDate, isComingSoon: true });
};

/** Runs the work for all items, a few at once. */
const forEachOf = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CUSTOMERS_AT_ONCE }, worker));
};

/**
 * Adds a season to the demo data: contests in every state, and 60 days of customers, orders, deliveries, downloads and refunds. Everything is made
 * through the public API; only its times are moved into the past by a direct write. Does nothing when a contest of the season exists already.
 * @throws ShopError when the shop refuses a request
 */
export const seedSeason = async ({
  gateway,
  mailbox,
  mongodb,
  namespace,
  admin: credentials,
  log = () => undefined,
  ...size
}: SeasonOptions): Promise<void> => {
  refuseInProduction();
  const [shop, now] = [{ gateway, mailbox }, new Date()];
  const plans = seasonContests(now);
  const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
  await admin.signIn(credentials);
  const existing = await admin.call({ path: '/api/contests', schema: contestListSchema });
  if (existing.some(({ name }) => plans.some((plan) => plan.name === name))) {
    log('demo season: exists already');
    return;
  }

  const opening = await openingContests(shop);
  const added: AddedContest[] = [];
  for (const plan of plans) added.push(await addSeasonContest(admin, plan));
  log(`demo season: ${added.length} contests`);

  const sales = [
    ...opening.map((_contest, index) => ({ beganDaysAgo: index === 0 ? 13 : 34, weight: 4 })),
    ...plans.map(({ saleBeganDaysAgo, weight }) => ({ beganDaysAgo: saleBeganDaysAgo, weight })),
  ];
  const customers = planCustomers({ now, ...size });
  const planned = planOrders({ now, sales, ...size });
  const contests = [...opening, ...added];
  const orders: OrderTimes[] = [];
  await forEachOf([...customers.entries()], async ([index, person]) => {
    const own = planned.filter(({ customer }) => customer === index);
    orders.push(...(await liveThroughSeason({ shop, admin, person, orders: own, contests })));
  });
  log(`demo season: ${orders.length} orders of ${customers.length} customers`);

  for (const [index, plan] of plans.entries()) {
    const contest = added[index];
    if (contest) await finishContest({ admin, plan, added: contest, now });
  }
  const accounts: AccountTimes[] = customers.filter(({ password }) => password !== null);
  await backdate({ mongodb, namespace, orders, accounts });
  log(`demo season: the orders are spread over ${SEASON.days} days`);
};
