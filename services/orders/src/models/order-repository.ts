import { isDuplicateKey } from '@stagereel/service-kit';
import type { InsertClash, OrderStore } from '../domain/ports.ts';
import { createFulfilmentWrites } from './fulfilment-writes.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { placeNumberOf, toNewDocument, toOrder } from './order-mapping.ts';
import { createOrderReads } from './order-reads.ts';
import { createOrderSaving } from './order-saving.ts';
import { createPaymentWrites } from './payment-writes.ts';
import { createReceiptWrites } from './receipt-writes.ts';
import { createRefundWrites } from './refund-writes.ts';

/** The index a refused write names, and what that means. */
const clashes: readonly (readonly [index: string, clash: InsertClash])[] = [
  ['number_1', 'number'],
  ['request.key_1', 'request'],
  ['openPlace_1', 'place'],
];

/** Orders in MongoDB. `onEvents` is called after every write that put events into an outbox. */
export const createOrderRepository = ({ model, onEvents }: { model: OrderModel; onEvents: () => void }): OrderStore => {
  const findOne = async (filter: Record<string, string>) => {
    const document = await model.findOne(filter).lean<OrderDocument>();
    return document ? toOrder(document) : null;
  };

  return {
    insert: async (input) => {
      try {
        await model.create(toNewDocument(input));
        return null;
      } catch (error) {
        const clash = clashes.find(([index]) => isDuplicateKey(error, index));
        if (!clash) throw error;
        return clash[1];
      }
    },
    openPlaces: async (email) => {
      const documents = await model
        .find({ email, openPlace: { $exists: true } }, { openPlace: 1, createdAt: 1 })
        .sort({ createdAt: 1 })
        .lean<Pick<OrderDocument, 'openPlace' | 'createdAt'>[]>();
      return documents.flatMap(({ openPlace, createdAt }) =>
        openPlace === undefined ? [] : [{ place: placeNumberOf(openPlace), since: createdAt }],
      );
    },

    findById: (id) => findOne({ _id: id }),
    findByRequest: (key) => findOne({ 'request.key': key }),
    findByIntent: (intentId) => findOne({ 'payment.intentId': intentId }),
    findByNumber: (number) => findOne({ number }),
    findByPage: (pageId) => findOne({ 'download.pageId': pageId }),

    ...createPaymentWrites({ model, onEvents }),
    ...createOrderReads({ model }),
    ...createOrderSaving({ model, onEvents }),
    ...createFulfilmentWrites({ model }),
    ...createRefundWrites({ model }),
    ...createReceiptWrites({ model }),
  };
};
