import { isPaid } from '../domain/order.ts';
import type { OrderStore } from '../domain/ports.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { toOrder } from './order-mapping.ts';

type OrderReads = Pick<OrderStore, 'findByNumbers' | 'listPaid' | 'listFlagged' | 'listRevisions' | 'streamPaid'>;
type Revision = Pick<OrderDocument, '_id' | 'revision' | 'changedAt'>;

const paid = { 'payment.state': 'paid' } as const;
const timeOf = { payment: 'payment.paidAt', order: 'createdAt' } as const;
/** Events that wait to be carried away are no part of an order. */
const withoutOutbox = { outbox: 0 } as const;

const during = ({ from, before }: { from: Date | null; before: Date | null }) =>
  from || before ? { ...(from && { $gte: from }), ...(before && { $lt: before }) } : { $exists: true };

/** Many orders at once. */
export const createOrderReads = ({ model }: { model: OrderModel }): OrderReads => {
  const list = async (filter: object) => {
    const documents = await model.find(filter, withoutOutbox).sort({ createdAt: -1, number: -1 }).lean<OrderDocument[]>();
    return documents.map(toOrder);
  };

  return {
    findByNumbers: (numbers) => list({ number: { $in: numbers } }),
    listPaid: ({ email, ids }) => list({ ...paid, ...(email !== undefined && { email }), ...(ids && { _id: { $in: ids } }) }),
    listFlagged: () => list({ $or: [{ 'payment.state': 'flagged' }, { 'payment.refundFailures.refundId': { $exists: true } }] }),

    listRevisions: async (since) => {
      const filter = since ? { ...paid, changedAt: { $gte: since } } : paid;
      const documents = await model.find(filter, { revision: 1, changedAt: 1 }).lean<Revision[]>();
      return documents.map(({ _id: id, revision = 0, changedAt = null }) => ({ id, revision, changedAt }));
    },

    streamPaid: async function* ({ by, period, contestId }) {
      const filter = { ...paid, [timeOf[by]]: during(period), ...(contestId !== undefined && { 'lines.contestId': contestId }) };
      const documents = model
        .find(filter, withoutOutbox)
        .sort({ [timeOf[by]]: 1, number: 1 })
        .lean<OrderDocument[]>()
        .cursor();
      for await (const document of documents) {
        const order = toOrder(document as OrderDocument);
        if (isPaid(order)) yield order;
      }
    },
  };
};
