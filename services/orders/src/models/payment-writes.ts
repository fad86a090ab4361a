import { appendToOutbox } from '@stagereel/service-kit';
import type { Order } from '../domain/order.ts';
import { paymentLifeCycle } from '../domain/order-life-cycle.ts';
import type { OrderStore } from '../domain/ports.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { toOrder } from './order-mapping.ts';

type PaymentWrites = Pick<
  OrderStore,
  'attachIntent' | 'markPaid' | 'markFlagged' | 'markCancelled' | 'raiseRefund' | 'noteDispute' | 'listDueChecks' | 'claimCheck'
>;

/** A payment may reach an order before its id is saved there, but never an order that has another. */
const ownIntent = (intentId: string) => ({ 'payment.intentId': { $in: [null, intentId] } });
const mayBecome = (target: Order['payment']['state']) => ({ 'payment.state': { $in: paymentLifeCycle.sourcesOf(target) } });
/** What ends with the waiting: the reconciler's questions and the place among the address's open orders. */
const nothingAwaited = { 'payment.checkAt': '', openPlace: '' } as const;

export const createPaymentWrites = ({ model, onEvents }: { model: OrderModel; onEvents: () => void }): PaymentWrites => ({
  attachIntent: async ({ id, intentId }) => {
    const filter = { _id: id, 'payment.state': { $ne: 'cancelled' }, ...ownIntent(intentId) } as const;
    const { matchedCount } = await model.updateOne(filter, { $set: { 'payment.intentId': intentId } });
    return matchedCount === 1;
  },

  markPaid: async ({ id, intentId, at, event }) => {
    const { $push, $set } = appendToOutbox([event]);
    const paid = { 'payment.state': 'paid', 'payment.intentId': intentId, 'payment.paidAt': at, 'payment.paidEventId': event.id };
    const document = await model
      .findOneAndUpdate(
        { _id: id, ...mayBecome('paid'), ...ownIntent(intentId) },
        { $set: { ...paid, ...$set }, $unset: { ...nothingAwaited, 'payment.cancelledAt': '' }, $push },
        { returnDocument: 'after' },
      )
      .lean<OrderDocument>();
    if (!document) return null;
    onEvents();
    return toOrder(document);
  },

  markFlagged: async ({ id, intentId, received }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...mayBecome('flagged'), ...ownIntent(intentId) },
      { $set: { 'payment.state': 'flagged', 'payment.intentId': intentId, 'payment.received': received }, $unset: nothingAwaited },
    );
    return modifiedCount === 1;
  },

  // With the very payment that was found dead: a call of the same request may have opened one meanwhile.
  markCancelled: async ({ id, intentId, at }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...mayBecome('cancelled'), 'payment.intentId': intentId ?? { $exists: false } },
      { $set: { 'payment.state': 'cancelled', 'payment.cancelledAt': at }, $unset: nothingAwaited },
    );
    return modifiedCount === 1;
  },

  // The provider counts refunds up, so the highest sum is the latest, in whatever order the news comes. That ends once a refund has come back.
  raiseRefund: async ({ intentId, refundedAmount }) => {
    const countedUp = { 'payment.intentId': intentId, 'payment.refundFailures': { $exists: false } };
    const { modifiedCount } = await model.updateOne(
      { ...countedUp, 'payment.refundedAmount': { $lt: refundedAmount } },
      { $set: { 'payment.refundedAmount': refundedAmount } },
    );
    // What was heard before is not written again: a write alone tells readers of the list that something changed.
    return modifiedCount === 1 || (await model.exists(countedUp)) !== null;
  },

  // News of one dispute may come in any order: that it has ended outlasts that it was opened. A newer dispute starts anew.
  noteDispute: async ({ intentId, dispute: { openedAt, outcome } }) => {
    const isNewer = [{ 'payment.disputedAt': { $exists: false } }, { 'payment.disputedAt': { $lt: openedAt } }];
    const isOpen = { 'payment.disputedAt': openedAt, 'payment.disputeOutcome': { $exists: false } };
    const { modifiedCount } = await model.updateOne(
      { 'payment.intentId': intentId, $or: outcome === null ? isNewer : [...isNewer, isOpen] },
      {
        $set: { 'payment.disputedAt': openedAt, ...(outcome && { 'payment.disputeOutcome': outcome }) },
        ...(outcome === null && { $unset: { 'payment.disputeOutcome': '' } }),
      },
    );
    return modifiedCount === 1;
  },

  listDueChecks: async ({ now, limit }) => {
    const documents = await model
      .find({ 'payment.state': 'awaiting', 'payment.checkAt': { $lte: now } })
      .sort({ 'payment.checkAt': 1 })
      .limit(limit)
      .lean<OrderDocument[]>();
    return documents.map((document) => ({ order: toOrder(document), checkAt: document.payment.checkAt ?? now }));
  },

  claimCheck: async ({ id, checkAt, nextCheckAt }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, 'payment.state': 'awaiting', 'payment.checkAt': checkAt },
      { $set: { 'payment.checkAt': nextCheckAt } },
    );
    return modifiedCount === 1;
  },
});
