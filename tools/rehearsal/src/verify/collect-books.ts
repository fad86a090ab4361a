import { setTimeout as sleep } from 'node:timers/promises';
import { orderConfirmationSubject, orderTimelineSchema } from '@stagereel/contracts';
import { z } from 'zod';
import { ordersOf } from '../play/deliver-videos.ts';
import { inParallel, type PreparedPlay, takeStep } from '../play/play.ts';
import type { Visit } from '../play/visit.ts';
import type { Books, Payment, Refund } from './books.ts';

const PAGE_SIZE = 100;
const POLL_MS = 2_000;
const AT_ONCE = 8;
/** The ordinary limit is 100 requests per second. */
const TOTAL_EVERY_MS = 15;
const PATIENCE_MS = 60_000;

const listSchema = <Item extends z.ZodType<{ id: string }>>(item: Item) => z.object({ has_more: z.boolean(), data: z.array(item) });
const paymentSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount_received: z.int(),
  metadata: z.record(z.string(), z.string()),
});
const refundSchema = z.object({ id: z.string(), status: z.string(), amount: z.int(), payment_intent: z.string() });

/** All objects of a list of the card provider since a time. */
const listAll = async <Item extends z.ZodType<{ id: string }>>(
  { url, secretKey }: PreparedPlay['shop']['stripe'],
  { path, item, since }: { path: string; item: Item; since?: number },
): Promise<z.infer<Item>[]> => {
  const items: z.infer<Item>[] = [];
  for (;;) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
    if (since !== undefined) query.set('created[gte]', String(Math.floor(since / 1000)));
    const last = items.at(-1);
    if (last) query.set('starting_after', last.id);
    const headers = { authorization: `Bearer ${secretKey}` };
    const response = await fetch(`${url}${path}?${query}`, { headers, signal: AbortSignal.timeout(30_000) });
    const page = listSchema(item).parse(await response.json());
    items.push(...page.data);
    if (!page.has_more) return items;
  }
};

type Begun = { visits: readonly Visit[]; since: number };

/** The payments of this rehearsal: in a staging shop, others may buy at the same time. */
const listPayments = async ({ shop }: PreparedPlay, { visits, since }: Begun): Promise<Payment[]> => {
  const known = new Set(visits.map(({ orderNumber }) => orderNumber));
  const payments = await listAll(shop.stripe, { path: '/v1/payment_intents', item: paymentSchema, since });
  return payments
    .map(({ id, status, amount_received: amount, metadata }) => ({ id, status, amount, orderNumber: metadata['order_number'] ?? '' }))
    .filter(({ orderNumber }) => shop.stack !== undefined || known.has(orderNumber));
};

const listRefunds = async ({ shop }: PreparedPlay, payments: readonly Payment[]): Promise<Refund[]> => {
  const known = new Set(payments.map(({ id }) => id));
  const refunds = await listAll(shop.stripe, { path: '/v1/refunds', item: refundSchema });
  return refunds.flatMap(({ status, amount, payment_intent: paymentId }) => (known.has(paymentId) ? [{ paymentId, status, amount }] : []));
};

/** Waits until every charged payment has its order and its mail. Gives up after the time, and leaves the judgement to the verification. */
export const waitForMails = async (play: PreparedPlay, visits: readonly Visit[], limitMs: number): Promise<number> => {
  const { admin, contest, shop, signal } = play;
  const start = performance.now();
  const charged = visits.flatMap(({ orderNumber, chargedAt }) =>
    orderNumber !== undefined && chargedAt !== undefined ? [orderNumber] : [],
  );
  for (;;) {
    const listed = new Set(
      ordersOf((await admin.orders()).filter(({ contestId }) => contestId === contest.id)).map(({ number }) => number),
    );
    const subjects = new Set((await shop.mailbox.all()).map(({ subject }) => subject));
    const isDone = charged.every((number) => listed.has(number) && subjects.has(orderConfirmationSubject(number)));
    const ms = performance.now() - start;
    if (isDone || ms > limitMs) return ms;
    await sleep(POLL_MS, undefined, { signal });
  }
};

/** What the back office shows for each order, requested slowly enough for the limit of requests per address. */
const readTotals = async (play: PreparedPlay, numbers: readonly string[]): Promise<Books['totals']> => {
  const start = performance.now();
  const totals = await inParallel(numbers, {
    at: AT_ONCE,
    task: async (number, index) => {
      await sleep(Math.max(0, start + index * TOTAL_EVERY_MS - performance.now()), undefined, { signal: play.signal });
      const { payment } = await takeStep(play, { phase: 'verification', step: 'read an order', patienceMs: PATIENCE_MS }, () =>
        play.admin.call({ path: `/api/orders/${number}/life`, schema: orderTimelineSchema }),
      );
      return [number, { total: payment.total, refunded: payment.refundedAmount }] as const;
    },
  });
  return new Map(totals);
};

type Results = Pick<Books, 'visits' | 'deliveries' | 'downloads'> & { since: number };

/** Reads money, orders and mails from outside. `earlier`: totals that need not be read again. */
export const collectBooks = async (
  play: PreparedPlay,
  { visits, deliveries, downloads, since }: Results,
  earlier: Books['totals'] = new Map(),
): Promise<Books> => {
  const { admin, contest, shop } = play;
  const lines = (await admin.orders()).filter(({ contestId }) => contestId === contest.id);
  const unread = ordersOf(lines).flatMap(({ number }) => (earlier.has(number) ? [] : [number]));
  const payments = await listPayments(play, { visits, since });
  return {
    visits,
    deliveries,
    downloads,
    lines,
    payments,
    refunds: await listRefunds(play, payments),
    totals: new Map([...earlier, ...(await readTotals(play, unread))]),
    mails: await shop.mailbox.all(),
  };
};
