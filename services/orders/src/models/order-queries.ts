import { isPaid } from '../domain/order/order.ts';
import type { PaymentState } from '../domain/order/order-states.ts';
import type { OrderStore } from '../domain/order/order-store.ts';
import type { OrderDocument, OrderModel } from './order.model.ts';
import { slotOf, toOrder } from './order-mapping.ts';

type OrderQueries = Pick<
  OrderStore,
  | 'listOpenSlots'
  | 'findById'
  | 'findByRequest'
  | 'findByIntent'
  | 'findByNumber'
  | 'findByPage'
  | 'findByStatusToken'
  | 'findByNumbers'
  | 'listPaid'
  | 'listByEmail'
  | 'listNumbersMentioning'
  | 'listFlagged'
  | 'listRevisions'
  | 'countPaid'
  | 'listUnhandledOf'
  | 'streamPaid'
  | 'listDueChecks'
  | 'listForgettable'
  | 'listDueRefunds'
  | 'listDueReminders'
>;
/** Every paid order has been written since it was created. */
type Revision = Required<Pick<OrderDocument, '_id' | 'revision' | 'changedAt'>>;

const paid = { 'payment.state': 'paid' } as const;
/** Not paid, and not forgotten yet. */
const UNPAID: PaymentState[] = ['awaiting', 'cancelled'];
const IN_FLIGHT_OR_PAID: PaymentState[] = ['awaiting', 'paid'];
export const forgettable = { 'payment.state': { $in: UNPAID }, email: { $ne: '' } };
const timeFields = { payment: 'payment.paidAt', order: 'createdAt' } as const;
/** Unpublished events are not part of an order. */
const withoutOutbox = { outbox: 0 } as const;

const during = ({ from, before }: { from: Date | null; before: Date | null }) =>
  from || before ? { ...(from && { $gte: from }), ...(before && { $lt: before }) } : { $exists: true };

export const createOrderQueries = ({ model }: { model: OrderModel }): OrderQueries => {
  const findOne = async (filter: Record<string, string>) => {
    const document = await model.findOne(filter, withoutOutbox).lean<OrderDocument>();
    return document ? toOrder(document) : null;
  };
  const listNewestFirst = async (filter: object) => {
    const documents = await model.find(filter, withoutOutbox).sort({ createdAt: -1, number: -1 }).lean<OrderDocument[]>();
    return documents.map(toOrder);
  };

  return {
    findById: (id) => findOne({ _id: id }),
    findByRequest: (key) => findOne({ 'request.key': key }),
    findByIntent: (intentId) => findOne({ 'payment.intentId': intentId }),
    findByNumber: (number) => findOne({ number }),
    findByPage: (pageId) => findOne({ 'download.pageId': pageId }),
    findByStatusToken: (statusToken) => findOne({ statusToken }),

    findByNumbers: (numbers) => listNewestFirst({ number: { $in: numbers } }),
    listPaid: (filter) => listNewestFirst({ ...paid, ...('ids' in filter ? { _id: { $in: filter.ids } } : { email: filter.email }) }),
    listByEmail: (email) => listNewestFirst({ email }),
    listNumbersMentioning: async (email) => {
      const mentioning = { ...paid, $or: [{ 'mails.recipient': email }, { 'followUp.tasks.email': email }] };
      return (await model.find(mentioning, { number: 1 }).lean<Pick<OrderDocument, 'number'>[]>()).map(({ number }) => number);
    },
    listFlagged: () => listNewestFirst({ $or: [{ 'payment.state': 'flagged' }, { 'payment.refundFailures.refundId': { $exists: true } }] }),

    listRevisions: async (since) => {
      const filter = since ? { ...paid, changedAt: { $gte: since } } : paid;
      const documents = await model.find(filter, { revision: 1, changedAt: 1 }).lean<Revision[]>();
      return documents.map(({ _id: id, revision, changedAt }) => ({ id, revision, changedAt }));
    },

    countPaid: () => model.countDocuments(paid),
    listUnhandledOf: (contestId) =>
      listNewestFirst({ 'lines.contestId': contestId, 'payment.state': { $in: IN_FLIGHT_OR_PAID }, handledAt: { $exists: false } }),

    streamPaid: async function* ({ by, period, contestId }) {
      const filter = { ...paid, [timeFields[by]]: during(period), ...(contestId !== undefined && { 'lines.contestId': contestId }) };
      const documents = model
        .find(filter, withoutOutbox)
        .sort({ [timeFields[by]]: 1, number: 1 })
        .lean<OrderDocument[]>()
        .cursor();
      for await (const document of documents) {
        const order = toOrder(document as OrderDocument);
        if (isPaid(order)) yield order;
      }
    },

    listOpenSlots: async (email) => {
      const documents = await model
        .find({ email, openPlace: { $exists: true } }, { openPlace: 1, createdAt: 1 })
        .sort({ createdAt: 1 })
        .lean<Pick<OrderDocument, 'openPlace' | 'createdAt'>[]>();
      return documents.flatMap(({ openPlace, createdAt }) =>
        openPlace === undefined ? [] : [{ slot: slotOf(openPlace), since: createdAt }],
      );
    },

    listDueChecks: async ({ now, limit }) => {
      const documents = await model
        .find({ 'payment.state': 'awaiting', 'payment.checkAt': { $lte: now } })
        .sort({ 'payment.checkAt': 1 })
        .limit(limit)
        .lean<OrderDocument[]>();
      return documents.map((document) => ({ order: toOrder(document), checkAt: document.payment.checkAt ?? now }));
    },

    listForgettable: async ({ createdBefore, limit }) => {
      const documents = await model
        .find({ ...forgettable, createdAt: { $lt: createdBefore } }, { _id: 1 })
        .limit(limit)
        .lean<Pick<OrderDocument, '_id'>[]>();
      return documents.map(({ _id }) => _id);
    },

    listDueReminders: async ({ kind, now, limit }) => {
      const due = `followUp.${kind}ReminderAt`;
      const documents = await model
        .find({ ...paid, [due]: { $lte: now } }, { number: 1 })
        .sort({ [due]: 1 })
        .limit(limit)
        .lean<Pick<OrderDocument, 'number'>[]>();
      return documents.map(({ number }) => number);
    },

    listDueRefunds: async ({ now, limit }) => {
      const documents = await model
        .find({ 'payment.refundCheckAt': { $lte: now } })
        .sort({ 'payment.refundCheckAt': 1 })
        .limit(limit)
        .lean<OrderDocument[]>();
      return documents.map(toOrder);
    },
  };
};
