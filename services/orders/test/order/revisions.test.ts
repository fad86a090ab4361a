import { afterEach, expect, test } from '@jest/globals';
import { downloadEnded } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import type { Order } from '../../src/domain/order/order.ts';
import { startShopWithRepository } from '../support/repository.ts';
import { type Fields, storedOrdersOf } from '../support/stored-orders.ts';

const shop = useService(() => startShopWithRepository());

const at = new Date('2026-11-20T03:00:00Z');
/** Later than this test, so that no job makes these checks. */
const due = new Date('2100-01-01T00:00:00Z');
const intentId = 'pi_of_another_payment';
const videoUrl = 'https://videos.example/1.mp4';
const seller = { name: '店', representative: '代表', address: '東京都', phone: '03', email: 'shop@example.jp', registrationNumber: null };
const receipt = {
  ...{
    key: 'key',
    number: '1',
    issuedAt: at,
    addressee: '山田',
    honorific: '様' as const,
    proviso: '動画代',
    refundedAmount: 0,
    total: 5000,
  },
  ...{ taxRatePercent: 10, taxAmount: 454, seller },
};

type Write = {
  /** The fields of the order that the write requires. */
  given?: Fields;
  /** The fields of other orders that the write must not change; those of `given` if they need not be unique. */
  other?: Fields;
  write: (order: Order) => Promise<unknown>;
  /** What may have happened to the order since it was read, each of which makes the write return null or false. */
  refusedAfter: Record<string, Fields>;
};
const declined = { at, reason: '理由', refundState: 'pending', attempt: 1 };
const withoutPayment = { 'payment.intentId': undefined };
const anotherPayment = { 'another payment': { 'payment.intentId': 'pi_another' } };
const repository = () => shop.repository;
// Payments and pages are unique.
afterEach(() => shop.orders.deleteMany({}));

/** Every method that changes a stored order. */
const writes: Record<string, Write> = {
  attachIntent: {
    given: { 'payment.intentId': intentId },
    other: withoutPayment,
    write: ({ id }) => repository().attachIntent({ id, intentId }),
    refusedAfter: { cancellation: { 'payment.state': 'cancelled' }, ...anotherPayment },
  },
  markPaid: {
    other: withoutPayment,
    write: ({ id, number, payment }) =>
      repository().markPaid({
        id,
        intentId: payment.intentId!,
        at,
        event: createEvent(downloadEnded, { orderNumber: number, claims: [] }),
      }),
    refusedAfter: { payment: { 'payment.state': 'paid' }, ...anotherPayment, forgetting: { email: '' } },
  },
  markFlagged: {
    other: withoutPayment,
    write: ({ id, payment }) => repository().markFlagged({ id, intentId: payment.intentId!, received: { amount: 1, currency: 'jpy' } }),
    refusedAfter: { payment: { 'payment.state': 'paid' }, ...anotherPayment },
  },
  markCancelled: {
    given: withoutPayment,
    write: ({ id, payment }) => repository().markCancelled({ id, intentId: payment.intentId, at }),
    refusedAfter: { payment: { 'payment.state': 'paid' }, ...anotherPayment },
  },
  forget: {
    write: ({ id }) => repository().forget(id),
    refusedAfter: { payment: { 'payment.state': 'paid' }, forgetting: { email: '' } },
  },
  raiseRefundedAmount: {
    write: ({ payment }) => repository().raiseRefundedAmount({ intentId: payment.intentId!, refundedAmount: 1 }),
    refusedAfter: {
      ...anotherPayment,
      'a failed refund': { 'payment.refundFailures': [{ refundId: 're', amount: 1, reason: '理由', at, refundedBefore: 1 }] },
    },
  },
  recordDispute: {
    write: ({ payment }) => repository().recordDispute({ intentId: payment.intentId!, dispute: { openedAt: at, outcome: null } }),
    refusedAfter: { ...anotherPayment, 'the same dispute': { 'payment.disputedAt': at }, 'a newer dispute': { 'payment.disputedAt': due } },
  },
  claimCheck: {
    given: { 'payment.checkAt': due },
    write: ({ id }) => repository().claimCheck({ id, checkAt: due, nextCheckAt: at }),
    refusedAfter: { payment: { 'payment.state': 'paid' }, 'another claim': { 'payment.checkAt': at } },
  },
  claimRefundCheck: {
    given: { 'payment.refundCheckAt': due },
    write: (order) => repository().claimRefundCheck({ order, nextCheckAt: at }),
    refusedAfter: { 'another claim': { 'payment.refundCheckAt': at } },
  },
  save: {
    given: { 'payment.state': 'paid' },
    write: (order) => repository().save({ order, events: [] }),
    refusedAfter: { flagging: { 'payment.state': 'flagged' }, 'another change': { revision: 1000 } },
  },
  claimLine: {
    given: {
      download: { pageId: 'page', openedAt: at, expiresAt: at, eventId: 'event' },
      'lines.0.video': { kind: 'outside', url: videoUrl },
    },
    other: { 'lines.0.video': { kind: 'outside', url: videoUrl } },
    write: ({ id }) =>
      repository().claimLine({
        ...{ id, pageId: 'page', fullRefundThreshold: 5000, index: 0, videoUrl },
        claim: { browser: 'browser', claimedAt: at, until: at },
      }),
    refusedAfter: {
      'another page': { 'download.pageId': 'another' },
      'a full refund': { 'payment.refundedAmount': 5000 },
      'a lost dispute': { 'payment.disputeOutcome': 'lost' },
      'another video': { 'lines.0.video.url': 'https://videos.example/2.mp4' },
      'another claim': { 'lines.0.claim': { browser: 'another', claimedAt: at, until: at } },
    },
  },
  addReceipt: {
    given: { 'payment.state': 'paid' },
    write: ({ id }) => repository().addReceipt({ id, position: 0, receipt }),
    refusedAfter: {
      flagging: { 'payment.state': 'flagged' },
      'another refund': { 'payment.refundedAmount': 1 },
      'a lost dispute': { 'payment.disputeOutcome': 'lost' },
      'a pending refund': { 'lines.0.declined': declined },
      'another receipt': { receipts: [receipt] },
    },
  },
};

const { createOrder, setFields } = storedOrdersOf(shop);

test.each(Object.entries(writes))(
  'when %s changes an order, then it has a new revision and the time of the change, and the other orders stay as they are',
  async (_, { given = {}, other = given, write }) => {
    const older = await createOrder(other);
    const number = await createOrder(given);
    const newer = await createOrder(other);
    const others = () => shop.orders.find({ number: { $in: [older, newer] } }).toArray();
    const [before, othersBefore] = [await shop.storedOrder(number), await others()];
    const order = await shop.repository.findByNumber(number);
    expect(await write(order!)).toBeTruthy();
    const after = await shop.storedOrder(number);
    expect(after.revision).toBe((before.revision ?? 0) + 1);
    expect(after.changedAt!.getTime()).toBeGreaterThan(0);
    expect(await others()).toEqual(othersBefore);
  },
);

const refusals = Object.entries(writes).flatMap(([name, { given = {}, write, refusedAfter }]) =>
  Object.entries(refusedAfter).map(([change, fields]) => ({ name, change, fields, given, write })),
);

test.each(refusals)('when $name follows $change, then it is refused and changes nothing', async ({ given, fields, write }) => {
  const number = await createOrder(given);
  const order = await shop.repository.findByNumber(number);
  await setFields(number, fields);
  const before = await shop.storedOrder(number);
  expect(await write(order!)).toBeFalsy();
  expect(await shop.storedOrder(number)).toEqual(before);
});

test('when a refunded sum is reported again, then the order is not written', async () => {
  const number = await createOrder({ 'payment.refundedAmount': 1 });
  const before = await shop.storedOrder(number);
  const intent = { intentId: before.payment.intentId!, refundedAmount: 1 };
  expect(await shop.repository.raiseRefundedAmount(intent)).toBe(true);
  expect(await shop.storedOrder(number)).toEqual(before);
});

test('when the outcome of a dispute is known, then another one is refused and changes nothing', async () => {
  const number = await createOrder({ 'payment.disputedAt': at, 'payment.disputeOutcome': 'won' });
  const before = await shop.storedOrder(number);
  const dispute = { openedAt: at, outcome: 'lost' } as const;
  expect(await shop.repository.recordDispute({ intentId: before.payment.intentId!, dispute })).toBe(false);
  expect(await shop.storedOrder(number)).toEqual(before);
});

test.each(['number', 'request.key', 'openPlace', 'payment.intentId', 'download.pageId', 'statusToken'])(
  'when two orders have the same %s, then the second one is refused',
  async (path) => {
    const number = await createOrder({ 'download.pageId': 'page' });
    const value = path.split('.').reduce<unknown>((part, name) => (part as Fields)[name], await shop.storedOrder(number));
    expect(value).toBeTruthy();
    const second = shop.orders.updateOne({ _id: 'second' }, { $set: { [path]: value } }, { upsert: true });
    await expect(second).rejects.toMatchObject({ code: 11000, keyPattern: { [path]: 1 } });
  },
);

test('when the store has a further method that changes an order, then it is in this table', () => {
  const changing = Object.keys(shop.repository).filter((name) => !/^(find|list|count|stream|insert)/.test(name));
  expect(changing.sort()).toEqual(Object.keys(writes).sort());
});
