import { mongo } from 'mongoose';
import type { TestStack } from './test-stack.ts';

type StoredOrder = { download: { pageId: string; expiresAt: Date }; lines: { claim?: { until: Date } }[] };
type PastDates = { stack: TestStack; pageId: string };

const A_MINUTE_AGO = (): Date => new Date(Date.now() - 60_000);

const change = async ({ stack, pageId }: PastDates, changed: (order: StoredOrder) => Record<string, Date>): Promise<void> => {
  const client = new mongo.MongoClient(stack.info.mongodb);
  try {
    const orders = client.db('stagereel-orders').collection<StoredOrder>('orders');
    const order = await orders.findOne({ 'download.pageId': pageId });
    if (!order) throw new Error(`no order has the page ${pageId}`);
    await orders.updateOne({ _id: order._id }, { $set: changed(order) });
  } finally {
    await client.close();
  }
};

// A page is open for thirty days and a claim for one, as the shop promises; no setting shortens that and no test can wait so long.
// So what has become of an order by then is written into its record.

/** The page's thirty days are over. */
export const endPage = (page: PastDates): Promise<void> => change(page, () => ({ 'download.expiresAt': A_MINUTE_AGO() }));

/** The days of all its claims are over. */
export const endClaims = (page: PastDates): Promise<void> =>
  change(page, ({ lines }) =>
    Object.fromEntries(lines.flatMap(({ claim }, index) => (claim ? [[`lines.${index}.claim.until`, A_MINUTE_AGO()]] : []))),
  );

type DatedOrder = { stack: TestStack; orderNumber: string; orderedAt: Date };

/** An order of another day: nothing can be bought in the past, and lateness and sales are counted in days. */
export const redateOrder = async ({ stack, orderNumber, orderedAt }: DatedOrder): Promise<void> => {
  const client = new mongo.MongoClient(stack.info.mongodb);
  try {
    const orders = client.db('stagereel-orders').collection('orders');
    const { matchedCount } = await orders.updateOne(
      { number: orderNumber },
      // As every write of an order does, so that readers of changes see it.
      { $set: { createdAt: orderedAt, 'payment.paidAt': orderedAt }, $inc: { revision: 1 }, $currentDate: { changedAt: true } },
    );
    if (matchedCount !== 1) throw new Error(`there is no order ${orderNumber}`);
  } finally {
    await client.close();
  }
};
