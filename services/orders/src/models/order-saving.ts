import { appendToOutbox } from '@stagereel/service-kit';
import type { OrderStore } from '../domain/ports.ts';
import type { OrderModel } from './order.model.ts';
import { toStoredDownload, toStoredLine } from './order-mapping.ts';

/** What may be missing is left out of a document, so a null takes it out. */
const setOrUnset = (fields: Record<string, unknown>) => {
  const entries = Object.entries(fields);
  const absent = entries.filter(([, value]) => value === null).map(([path]) => [path, ''] as const);
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    ...(absent.length > 0 && { $unset: Object.fromEntries(absent) }),
  };
};

/** Orders of old have no revision until their first write. */
const ofRevision = (revision: number) => (revision === 0 ? { $in: [0, null] } : revision);

export const createOrderSaving = ({ model, onEvents }: { model: OrderModel; onEvents: () => void }): Pick<OrderStore, 'save'> => ({
  save: async ({ order, events }) => {
    const { $set, $unset } = setOrUnset({
      email: order.email,
      status: order.status,
      handledAt: order.handledAt,
      download: order.download && toStoredDownload(order.download),
      'payment.refundedAmount': order.payment.refundedAmount,
      'payment.refundCheckAt': order.payment.refundCheckAt,
      'payment.refundFailures': order.payment.refundFailures.length > 0 ? order.payment.refundFailures : null,
    });
    const lines = order.lines.map(toStoredLine);
    const outbox = appendToOutbox(events);
    const { modifiedCount } = await model.updateOne(
      { _id: order.id, 'payment.state': 'paid', revision: ofRevision(order.revision) },
      { $set: { ...$set, lines, ...outbox.$set }, ...($unset && { $unset }), $push: outbox.$push },
    );
    if (modifiedCount === 0) return null;
    onEvents();
    return { ...order, revision: order.revision + 1 };
  },
});
