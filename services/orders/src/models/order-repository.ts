import { appendToOutbox, type ChangedDocument, isDuplicateKey } from '@stagereel/service-kit';
import type { Order } from '../domain/order/order.ts';
import { paymentStates } from '../domain/order/order-states.ts';
import type { InsertConflict, OrderStore } from '../domain/order/order-store.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { setOrUnset, toNewDocument, toOrder, toStoredDownload, toStoredFollowUp, toStoredLine } from './order-mapping.ts';
import { createOrderQueries, forgettable } from './order-queries.ts';

const conflicts: readonly (readonly [index: string, conflict: InsertConflict])[] = [
  ['number_1', 'number'],
  ['request.key_1', 'request'],
  ['openPlace_1', 'openSlot'],
];

/** The order has this payment, or its payment is not saved yet. */
const hasIntent = (intentId: string) => ({ 'payment.intentId': { $in: [null, intentId] } });
const canBecome = (target: Order['payment']['state']) => ({ 'payment.state': { $in: paymentStates.sourcesOf(target) } });
/** An order that no longer awaits its payment leaves its open slot and gets no more checks. */
const noLongerAwaiting = { 'payment.checkAt': '', openPlace: '' } as const;

type Options = { model: OrderModel; onEvents: (changed: ChangedDocument) => void };

/** Orders in MongoDB. `onEvents` is called after every write that put events into the outbox of an order. */
export const createOrderRepository = ({ model, onEvents }: Options): OrderStore => {
  return {
    ...createOrderQueries({ model }),

    insert: async (input) => {
      try {
        await model.create(toNewDocument(input));
        return null;
      } catch (error) {
        const found = conflicts.find(([index]) => isDuplicateKey(error, index));
        if (!found) throw error;
        return found[1];
      }
    },

    attachIntent: async ({ id, intentId }) => {
      const { matchedCount } = await model.updateOne(
        { _id: id, 'payment.state': { $ne: 'cancelled' }, ...hasIntent(intentId) },
        { $set: { 'payment.intentId': intentId } },
      );
      return matchedCount === 1;
    },

    markPaid: async ({ id, intentId, at, event }) => {
      const paid = await model
        .findOneAndUpdate(
          { _id: id, ...canBecome('paid'), ...hasIntent(intentId), email: { $ne: '' } },
          {
            $set: { 'payment.state': 'paid', 'payment.intentId': intentId, 'payment.paidAt': at, 'payment.paidEventId': event.id },
            $unset: { ...noLongerAwaiting, 'payment.cancelledAt': '' },
            ...appendToOutbox([event]),
          },
          { returnDocument: 'after' },
        )
        .lean<OrderDocument>();
      if (!paid) return null;
      onEvents({ key: id });
      return toOrder(paid);
    },

    markFlagged: async ({ id, intentId, received }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, ...canBecome('flagged'), ...hasIntent(intentId) },
        { $set: { 'payment.state': 'flagged', 'payment.intentId': intentId, 'payment.received': received }, $unset: noLongerAwaiting },
      );
      return modifiedCount === 1;
    },

    // Compares the payment, because a concurrent call of the same request may have opened another one.
    markCancelled: async ({ id, intentId, at }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, ...canBecome('cancelled'), 'payment.intentId': intentId ?? { $exists: false } },
        { $set: { 'payment.state': 'cancelled', 'payment.cancelledAt': at }, $unset: noLongerAwaiting },
      );
      return modifiedCount === 1;
    },

    forget: async (id) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, ...forgettable },
        {
          // The key and the digest of the request are hashes of the address. The key is unique.
          $set: { email: '', customerName: '', request: { key: `forgotten ${id}`, digest: '' }, 'lines.$[].athleteName': null },
          $unset: { openPlace: '' },
        },
      );
      return modifiedCount === 1;
    },

    // Without failed refunds the provider's sum only grows, so the highest one is current, in whatever order webhooks arrive.
    raiseRefundedAmount: async ({ intentId, refundedAmount }) => {
      const growingSum = { 'payment.intentId': intentId, 'payment.refundFailures': { $exists: false } };
      const { modifiedCount } = await model.updateOne(
        { ...growingSum, 'payment.refundedAmount': { $lt: refundedAmount } },
        { $set: { 'payment.refundedAmount': refundedAmount } },
      );
      // A known sum is not written again: every write increments the revision, which makes the cached order list read the order again.
      return modifiedCount === 1 || (await model.exists(growingSum)) !== null;
    },

    // Webhooks about one dispute may arrive in any order, so its outcome is never removed. A newer dispute replaces the older one.
    recordDispute: async ({ intentId, dispute: { openedAt, outcome } }) => {
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

    claimCheck: async ({ id, checkAt, nextCheckAt }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, 'payment.state': 'awaiting', 'payment.checkAt': checkAt },
        { $set: { 'payment.checkAt': nextCheckAt } },
      );
      return modifiedCount === 1;
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

    save: async ({ order, events }) => {
      const { $set, $unset } = setOrUnset({
        email: order.email,
        statusToken: order.statusToken,
        status: order.status,
        handledAt: order.handledAt,
        download: order.download && toStoredDownload(order.download),
        mails: order.mails,
        followUp: toStoredFollowUp(order),
        'payment.refundedAmount': order.payment.refundedAmount,
        'payment.refundCheckAt': order.payment.refundCheckAt,
        'payment.refundFailures': order.payment.refundFailures.length > 0 ? order.payment.refundFailures : null,
      });
      const lines = order.lines.map(toStoredLine);
      const { modifiedCount } = await model.updateOne(
        { _id: order.id, 'payment.state': 'paid', revision: order.revision },
        { $set: { ...$set, lines }, ...($unset && { $unset }), ...(events.length > 0 && appendToOutbox(events)) },
      );
      if (modifiedCount === 0) return null;
      if (events.length > 0) onEvents({ key: order.id });
      return { ...order, revision: order.revision + 1 };
    },

    claimLine: async ({ id, pageId, fullRefundThreshold, index, videoUrl, claim }) => {
      const { modifiedCount } = await model.updateOne(
        {
          _id: id,
          'download.pageId': pageId,
          'payment.refundedAmount': { $lt: fullRefundThreshold },
          'payment.disputeOutcome': { $ne: 'lost' },
          [`lines.${index}.video.url`]: videoUrl,
          [`lines.${index}.claim`]: { $exists: false },
        },
        { $set: { [`lines.${index}.claim`]: claim } },
      );
      return modifiedCount === 1;
    },

    // Receipts are only added, so a free position means that none was added since the order was read. The key is new for the same reason.
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
  };
};
