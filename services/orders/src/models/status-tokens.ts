import { newUnguessableId } from '../domain/order/unguessable-id.ts';
import type { OrderModel } from './order.model.ts';

const BATCH = 500;
const withoutToken = { statusToken: { $exists: false } };

/**
 * Gives a status page to the orders that were stored before status pages existed. Several replicas may start at once: an order keeps the first
 * token that is written. The token is not part of what the back office shows, so the revision stays.
 * Ids grow with time, and the oldest orders get their token last: if the oldest ones have it, all have, and a start reads nothing else.
 */
export const addMissingStatusTokens = async (model: OrderModel): Promise<void> => {
  const oldest = await model.find({}, { statusToken: 1 }).sort({ _id: 1 }).limit(BATCH).lean<{ statusToken?: string }[]>();
  if (oldest.every(({ statusToken }) => statusToken !== undefined)) return;
  let before: string | undefined;
  for (;;) {
    // In the order of the ids: otherwise, each batch would read all orders of the batches before it again.
    const orders = await model
      .find({ ...withoutToken, ...(before !== undefined && { _id: { $lt: before } }) }, { _id: 1 })
      .sort({ _id: -1 })
      .limit(BATCH)
      .lean<{ _id: string }[]>();
    const last = orders.at(-1);
    if (!last) return;
    const updates = orders.map(({ _id }) => ({
      updateOne: { filter: { _id, ...withoutToken }, update: { $set: { statusToken: newUnguessableId() } } },
    }));
    await model.bulkWrite(updates, { ordered: false });
    before = last._id;
  }
};
