import type { OrderStore } from '../domain/ports.ts';
import type { OrderModel } from './order.model.ts';

export const createReceiptWrites = ({ model }: { model: OrderModel }): Pick<OrderStore, 'addReceipt'> => ({
  // Receipts are only ever added, so a free position means that none came since the order was read. Its key is new, for the same reason.
  addReceipt: async ({ id, position, receipt }) => {
    const { modifiedCount } = await model.updateOne(
      {
        _id: id,
        'payment.state': 'paid',
        'payment.refundedAmount': receipt.refundedAmount,
        'payment.disputeOutcome': { $ne: 'lost' },
        'lines.declined.refundState': { $ne: 'pending' },
        [`receipts.${position}`]: { $exists: false },
      },
      { $push: { receipts: receipt } },
    );
    return modifiedCount === 1;
  },
});
