import { expect, test } from '@jest/globals';
import { downloadEnded } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import type { Order } from '../../src/domain/order/order.ts';
import { startShopWithRepository } from '../support/repository.ts';

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
  given?: Record<string, unknown>;
  write: (order: Order) => Promise<unknown>;
};
const repository = () => shop.repository;

/** Every method that changes a stored order. */
const writes: Record<string, Write> = {
  attachIntent: { given: { 'payment.intentId': intentId }, write: ({ id }) => repository().attachIntent({ id, intentId }) },
  markPaid: {
    write: ({ id, number, payment }) =>
      repository().markPaid({
        id,
        intentId: payment.intentId!,
        at,
        event: createEvent(downloadEnded, { orderNumber: number, claims: [] }),
      }),
  },
  markFlagged: {
    write: ({ id, payment }) => repository().markFlagged({ id, intentId: payment.intentId!, received: { amount: 1, currency: 'jpy' } }),
  },
  markCancelled: { write: ({ id, payment }) => repository().markCancelled({ id, intentId: payment.intentId, at }) },
  forget: { write: ({ id }) => repository().forget(id) },
  raiseRefundedAmount: { write: ({ payment }) => repository().raiseRefundedAmount({ intentId: payment.intentId!, refundedAmount: 1 }) },
  recordDispute: {
    write: ({ payment }) => repository().recordDispute({ intentId: payment.intentId!, dispute: { openedAt: at, outcome: null } }),
  },
  claimCheck: {
    given: { 'payment.checkAt': due },
    write: ({ id }) => repository().claimCheck({ id, checkAt: due, nextCheckAt: at }),
  },
  claimRefundCheck: {
    given: { 'payment.refundCheckAt': due },
    write: (order) => repository().claimRefundCheck({ order, nextCheckAt: at }),
  },
  save: { given: { 'payment.state': 'paid' }, write: (order) => repository().save({ order, events: [] }) },
  claimLine: {
    given: {
      download: { pageId: 'page', openedAt: at, expiresAt: at, eventId: 'event' },
      'lines.0.video': { kind: 'outside', url: videoUrl },
    },
    write: ({ id }) =>
      repository().claimLine({
        ...{ id, pageId: 'page', fullRefundThreshold: 5000, index: 0, videoUrl },
        claim: { browser: 'browser', claimedAt: at, until: at },
      }),
  },
  addReceipt: { given: { 'payment.state': 'paid' }, write: ({ id }) => repository().addReceipt({ id, position: 0, receipt }) },
};

test.each(Object.entries(writes))(
  'when %s changes an order, then the order has a new revision and the time of the change',
  async (_, { given, write }) => {
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    const number: string = body.orderNumber;
    const changedAt = new Date(0);
    await shop.orders.updateOne({ number }, { $set: { changedAt, ...given } });
    const before = await shop.storedOrder(number);
    const order = await shop.repository.findByNumber(number);
    expect(await write(order!)).toBeTruthy();
    const after = await shop.storedOrder(number);
    expect(after.revision).toBe((before.revision ?? 0) + 1);
    expect(after.changedAt!.getTime()).toBeGreaterThan(changedAt.getTime());
  },
);

test('when the store has a further method that changes an order, then it is in this table', () => {
  const changing = Object.keys(shop.repository).filter((name) => !/^(find|list|count|stream|insert)/.test(name));
  expect(changing.sort()).toEqual(Object.keys(writes).sort());
});
