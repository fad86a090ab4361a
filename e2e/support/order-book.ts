import { mongo } from 'mongoose';
import type { TestStack } from './test-stack.ts';

type StoredOrder = { download: { pageId: string; expiresAt: Date }; lines: { claim?: { until: Date } }[] };
type PastDates = { stack: TestStack; pageId: string };

const A_MINUTE_AGO = (): Date => new Date(Date.now() - 60_000);

const change = async ({ stack, pageId }: PastDates, datesOf: (order: StoredOrder) => Record<string, Date>): Promise<void> => {
  const client = new mongo.MongoClient(stack.info.mongodb);
  try {
    const orders = client.db(`${stack.info.namespace}-orders`).collection<StoredOrder>('orders');
    const order = await orders.findOne({ 'download.pageId': pageId });
    if (!order) throw new Error(`No order has the download page ${pageId}`);
    await orders.updateOne({ _id: order._id }, { $set: datesOf(order) });
  } finally {
    await client.close();
  }
};

// A download page is valid for thirty days and a claim for one day. No setting shortens that, and no test can wait so long,
// so these functions change the dates in the stored order.

/** Makes the download page expired. */
export const endPage = (page: PastDates): Promise<void> => change(page, () => ({ 'download.expiresAt': A_MINUTE_AGO() }));

/** Makes all claims of the page expired. */
export const endClaims = (page: PastDates): Promise<void> =>
  change(page, ({ lines }) =>
    Object.fromEntries(lines.flatMap(({ claim }, index) => (claim ? [[`lines.${index}.claim.until`, A_MINUTE_AGO()]] : []))),
  );

type DatedOrder = { stack: TestStack; orderNumber: string; orderedAt: Date };

/** Moves an order to another day, because no order can be placed in the past, and lateness and sales are counted in days. */
export const redateOrder = async ({ stack, orderNumber, orderedAt }: DatedOrder): Promise<void> => {
  const client = new mongo.MongoClient(stack.info.mongodb);
  try {
    const orders = client.db(`${stack.info.namespace}-orders`).collection('orders');
    const { matchedCount } = await orders.updateOne(
      { number: orderNumber },
      // Like every write of an order, so that readers of changes notice it.
      { $set: { createdAt: orderedAt, 'payment.paidAt': orderedAt }, $inc: { revision: 1 }, $currentDate: { changedAt: true } },
    );
    if (matchedCount !== 1) throw new Error(`The order ${orderNumber} does not exist`);
  } finally {
    await client.close();
  }
};
