import { newUnguessableId } from '../domain/order/unguessable-id.ts';
import type { OrderModel } from './order.model.ts';

const BATCH = 500;
const withoutToken = { statusToken: { $exists: false } };

/**
 * Gives a status page to the orders that were stored before status pages existed. Several replicas may start at once: an order keeps the first
 * token that is written. The token is not part of what the back office shows, so the revision stays.
 */
export const addMissingStatusTokens = async (model: OrderModel): Promise<void> => {
  let found = BATCH;
  while (found === BATCH) {
    const orders = await model.find(withoutToken, { _id: 1 }).limit(BATCH).lean<{ _id: string }[]>();
    found = orders.length;
    if (found === 0) return;
    const updates = orders.map(({ _id }) => ({
      updateOne: { filter: { _id, ...withoutToken }, update: { $set: { statusToken: newUnguessableId() } } },
    }));
    await model.bulkWrite(updates, { ordered: false });
  }
};
