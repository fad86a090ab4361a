import type { Connection } from 'mongoose';
import { openCatalogStore } from '../../../../services/catalog/src/models/open-catalog-store.ts';
import { connectOrderModel, type OrderDocument } from '../../../../services/orders/src/models/order.model.ts';
import { createOrderRepository } from '../../../../services/orders/src/models/order-repository.ts';

export type Size = { orders: number; contests: number; athletes: number };

const BATCH = 5000;
const LINES = 3;
const ORDERS_OF_CUSTOMER = 5;
export const ORDERS_OF_CONTEST = 500;
const PRICE = 5000;
/** The newest orders wait for their payment, whatever the size. */
const AWAITING = 20;
/** Every tenth order was never paid and is forgotten. */
const PAID_OF_TEN = 9;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const CATEGORY = '一般';

export const contestId = (index: number): string => `contest-${index}`;
export const orderNumber = (index: number): string => String(10_000_000 + index);
export const orderId = (index: number): string => `order-${index}`;
export const customer = (index: number): string => `customer-${Math.floor(index / ORDERS_OF_CUSTOMER)}@example.jp`;
export const athleteKey = (contest: number, index: number) => ({
  ...{ contestId: contestId(contest), category: CATEGORY, athleteNumber: String(index + 1) },
});

type Kind = 'awaiting' | 'cancelled' | 'paid';
const kindOf = (index: number): Kind => (index < AWAITING ? 'awaiting' : index % 10 < PAID_OF_TEN ? 'paid' : 'cancelled');

const linesOf = (index: number, at: Date, kind: Kind): OrderDocument['lines'] =>
  Array.from({ length: LINES }, (_, position) => ({
    ...athleteKey(Math.floor(index / ORDERS_OF_CONTEST), position),
    ...{ number: `${orderNumber(index)}-0${position + 1}`, contestName: '第12回 関東フィットネス選手権', athleteName: '試験 花子' },
    ...({ style: '縦動画', price: PRICE, productionPossible: true } as const),
    ...(kind === 'paid' && {
      video: { kind: 'outside' as const, url: `https://videos.example.com/${index}/${position}` },
      delivery: { at, eventId: `delivered-${index}` },
      claim: { browser: 'b'.repeat(43), claimedAt: at, until: at },
    }),
  }));

/** One order a minute, the newest first; all but the newest ones are finished. */
const orderOf = (index: number, now: number): OrderDocument => {
  const kind = kindOf(index);
  const at = new Date(now - index * MINUTE_MS);
  const email = kind === 'cancelled' ? '' : customer(index);
  return {
    ...{ _id: orderId(index), revision: 1, changedAt: at, number: orderNumber(index), email, customerName: '試験 太郎' },
    ...{ request: { key: `request-${index}`, digest: '' }, total: PRICE * LINES, createdAt: at, statusToken: `status-${index}` },
    payment: {
      ...{ state: kind, intentId: `pi_${index}`, refundedAmount: 0 },
      ...(kind === 'paid' && { paidAt: at, paidEventId: `paid-${index}` }),
      ...(kind === 'awaiting' && { checkAt: at }),
    },
    ...(kind === 'awaiting' && { openPlace: `${email}#${index}` }),
    status: kind === 'paid' ? '納品済み' : '未対応',
    lines: linesOf(index, at, kind),
    ...(kind === 'paid' && {
      handledAt: at,
      download: { pageId: `page-${index}`, openedAt: at, expiresAt: new Date(at.getTime() + 30 * DAY_MS), eventId: `delivered-${index}` },
      followUp: { tasks: [], reminders: [], received: null, isSilent: false },
    }),
    mails: [],
  };
};

const athleteOf = (contest: number, index: number) => ({
  ...athleteKey(contest, index),
  ...{ _id: `athlete-${contest}-${index}`, name: `試験 花子${index}`, videoStatus: '販売中', photoStatus: '販売中', isDeleted: false },
  ...{ verticalVideoPrice: PRICE, horizontalVideoPrice: null, version: 1 },
  liveKey: Object.values(athleteKey(contest, index)).join('\n'),
});

const contestOf = (index: number, now: number) => ({
  ...{ _id: contestId(index), name: `第${index}回 関東フィットネス選手権`, slug: `slug-${index}`, date: '2026-11-20', location: '東京' },
  ...{ coverImage: null, hasSamples: false, sampleVideo: null, sitePublicStatus: 'public', videoPublished: true, photoPublished: false },
  ...{ scheduledPublishDate: null, isComingSoon: false, categories: [], priceDescription: null, priceDescriptionVersion: 0 },
  ...{ version: 1, revision: 1, createdAt: new Date(now - index * DAY_MS) },
});

/** Inserts `count` documents without Mongoose. */
export const inserterOf =
  (connection: Connection) =>
  async ({ collection, count, create }: { collection: string; count: number; create: (index: number) => object }): Promise<void> => {
    for (let at = 0; at < count; at += BATCH) {
      const documents = Array.from({ length: Math.min(BATCH, count - at) }, (_, index) => create(at + index));
      await connection.collection(collection).insertMany(documents, { ordered: false });
    }
  };

export type Filling = { connection: Connection; insert: ReturnType<typeof inserterOf>; size: Size; now: number };

/** Opens the collections of orders and catalog, with their indexes, and fills them directly. */
export const openFilledShop = async ({ connection, insert, size: { orders, contests, athletes }, now }: Filling) => {
  const onEvents = () => undefined;
  const orderModel = await connectOrderModel(connection);
  const catalog = await openCatalogStore({ connection, onEvents });
  await insert({ collection: orderModel.collection.name, count: orders, create: (index) => orderOf(index, now) });
  await insert({ collection: 'contests', count: contests, create: (index) => contestOf(index, now) });
  await insert({
    ...{ collection: 'athletes', count: contests * athletes },
    create: (index) => athleteOf(Math.floor(index / athletes), index % athletes),
  });
  return { orderModel, orders: createOrderRepository({ model: orderModel, onEvents }), catalog };
};
