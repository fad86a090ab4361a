import type { EventEnvelope, OrderStatus } from '@stagereel/contracts';
import { appendToOutbox } from '@stagereel/service-kit';
import type { Order } from '../domain/order.ts';
import { fulfilmentLifeCycle } from '../domain/order-life-cycle.ts';
import type { OrderStore } from '../domain/ports.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { toOrder } from './order-mapping.ts';

type FulfilmentWrites = Pick<OrderStore, 'markDelivered' | 'markCompleted' | 'claimLine' | 'addMailFact'>;
type Handling = { id: string; status: OrderStatus; at: Date; fields?: Record<string, unknown>; only?: object; events: EventEnvelope[] };

export const createFulfilmentWrites = ({ model, onEvents }: { model: OrderModel; onEvents: () => void }): FulfilmentWrites => {
  const moveTo = async ({ id, status, at, fields = {}, only = {}, events }: Handling): Promise<Order | null> => {
    const { $push, $set } = appendToOutbox(events);
    const document = await model
      .findOneAndUpdate(
        { _id: id, 'payment.state': 'paid', status: { $in: fulfilmentLifeCycle.sourcesOf(status) }, ...only },
        { $set: { status, handledAt: at, ...fields, ...$set }, $push },
        { returnDocument: 'after' },
      )
      .lean<OrderDocument>();
    if (!document) return null;
    onEvents();
    return toOrder(document);
  };

  return {
    markDelivered: async ({ id, total, at, videos, download, events }) => {
      const stored = Object.fromEntries(videos.map(({ index, video }) => [`lines.${index}.video`, video]));
      const only = { 'payment.refundedAmount': { $lt: total } };
      return moveTo({ id, status: '納品済み', at, fields: { ...stored, download }, only, events });
    },

    markCompleted: async ({ id, at, events }) => moveTo({ id, status: '対応済み', at, events }),

    claimLine: async ({ id, total, index, claim }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, 'payment.refundedAmount': { $lt: total }, [`lines.${index}.claim`]: { $exists: false } },
        { $set: { [`lines.${index}.claim`]: claim } },
      );
      return modifiedCount === 1;
    },

    addMailFact: async ({ orderNumber, fact }) => {
      await model.updateOne({ number: orderNumber, 'mails.eventId': { $ne: fact.eventId } }, { $push: { mails: fact } });
    },
  };
};
