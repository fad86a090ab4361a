import type { OrderStore } from '../domain/ports.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { toOrder } from './order-mapping.ts';

type RefundWrites = Pick<OrderStore, 'listDueRefunds' | 'claimRefundCheck'>;

export const createRefundWrites = ({ model }: { model: OrderModel }): RefundWrites => ({
  listDueRefunds: async ({ now, limit }) => {
    const documents = await model
      .find({ 'payment.refundCheckAt': { $lte: now } })
      .sort({ 'payment.refundCheckAt': 1 })
      .limit(limit)
      .lean<OrderDocument[]>();
    return documents.map(toOrder);
  },

  claimRefundCheck: async ({ order, nextCheckAt }) => {
    const { refundCheckAt } = order.payment;
    if (refundCheckAt === null) return false;
    const { modifiedCount } = await model.updateOne(
      { _id: order.id, 'payment.refundCheckAt': refundCheckAt },
      { $set: { 'payment.refundCheckAt': nextCheckAt } },
    );
    return modifiedCount === 1;
  },
});
