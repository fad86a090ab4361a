import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Receipt, Seller } from '@stagereel/contracts';
import { createLogger } from '@stagereel/service-kit';
import { issueReceipt } from '../src/domain/issue-receipt.ts';
import type { OrderStore } from '../src/domain/ports.ts';
import { itemOf } from './support/catalog.ts';
import { deliver, pageIdOf } from './support/deliver.ts';
import { byPage, formOf, receiptsOf } from './support/receipts.ts';
import { startShopWithRepository } from './support/repository.ts';
import type { Shop } from './support/shop.ts';

// What happens between a receipt's look at the order and its write, made to happen exactly there: by the repository itself, on the real database.
let shop: Shop;
let orders: OrderStore;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ shop, orders, stop } = await startShopWithRepository());
});
afterAll(() => stop());

const { issue, look } = receiptsOf(() => shop);

const SELLER: Seller = {
  name: '旧社名',
  representative: '旧 代表',
  address: '旧住所',
  phone: '03-0000-0001',
  email: 'old@x.example',
  registrationNumber: null,
};

const delivered = async () => {
  const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  return { number, intentId: intent.paymentIntentId, pageId: pageIdOf(await deliver({ shop, number, lines: 2 })) };
};

type Issue = { pageId: string; key?: string; meanwhile?: () => Promise<unknown> };

/** A receipt between whose look and write something else happens. */
const issueAround = ({ pageId, key = randomUUID(), meanwhile }: Issue): Promise<Receipt> => {
  let isFirstLook = true;
  const findByPage: OrderStore['findByPage'] = async (id) => {
    const seen = await orders.findByPage(id);
    if (isFirstLook) {
      isFirstLook = false;
      await meanwhile?.();
    }
    return seen;
  };
  const deps = {
    orders: { ...orders, findByPage },
    provider: { retrieve: () => Promise.reject(new Error('the order is paid')) },
    limits: { ask: async () => null },
    shop: { seller: SELLER, isExample: false },
    now: () => new Date(),
    logger: createLogger({ service: 'orders', level: 'silent' }),
  };
  return issueReceipt(deps, { access: { pageId }, request: formOf({ key }) });
};

describe('between a receipt’s look and its write', () => {
  test('when another is issued, then it is the original and this one a reissue', async () => {
    const { number, pageId } = await delivered();
    const slower = await issueAround({ pageId, meanwhile: () => issueAround({ pageId }) });
    expect(slower).toMatchObject({ receiptNumber: `${number}-R2`, isReissue: true });
    expect((await shop.stored(number)).receipts!.map((receipt) => receipt.number)).toEqual([`${number}-R1`, `${number}-R2`]);
  });

  test('when its own second click is faster, then both get the same one', async () => {
    const { number, pageId } = await delivered();
    const key = randomUUID();
    const clicks: Receipt[] = [];
    const faster = async () => clicks.push(await issueAround({ pageId, key }));
    clicks.push(await issueAround({ pageId, key, meanwhile: faster }));
    expect(clicks[1]).toEqual(clicks[0]);
    expect((await shop.stored(number)).receipts).toHaveLength(1);
  });

  test('when a part is given back, then it is over what remains', async () => {
    const { intentId, pageId } = await delivered();
    const refund = () => orders.raiseRefund({ intentId, refundedAmount: 5000 });
    expect(await issueAround({ pageId, meanwhile: refund })).toMatchObject({ refundedAmount: 5000, total: 5000, taxAmount: 454 });
  });

  test('when all is given back, then it is refused and none is stored', async () => {
    const { number, intentId, pageId } = await delivered();
    const refund = () => orders.raiseRefund({ intentId, refundedAmount: 10_000 });
    await expect(issueAround({ pageId, meanwhile: refund })).rejects.toMatchObject({ code: 'ReceiptRefunded' });
    expect(await shop.stored(number)).not.toHaveProperty('receipts');
  });

  test('when a dispute is lost, then it is refused and none is stored', async () => {
    const { number, intentId, pageId } = await delivered();
    const lose = () => orders.noteDispute({ intentId, dispute: { openedAt: new Date(), outcome: 'lost' } });
    await expect(issueAround({ pageId, meanwhile: lose })).rejects.toMatchObject({ code: 'ReceiptChargedBack' });
    expect(await shop.stored(number)).not.toHaveProperty('receipts');
  });

  test('when a refund is decided, then it waits for the money, and a key that has its receipt gets it all the same', async () => {
    const { number, pageId } = await delivered();
    const key = randomUUID();
    const issued = await issueAround({ pageId, key });
    const declined = { at: new Date(), reason: '理由', refundState: 'pending', attempt: 1 } as const;
    const decide = () => shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true, 'lines.0.declined': declined } });
    await expect(issueAround({ pageId, meanwhile: decide })).rejects.toMatchObject({ code: 'ReceiptRefundPending' });
    expect(await issueAround({ pageId, key })).toEqual(issued);
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.declined.refundState': 'succeeded', 'payment.refundedAmount': 5000 } });
    expect(await issueAround({ pageId })).toMatchObject({ receiptNumber: `${number}-R2`, total: 5000 });
  });
});

describe('a seller that changes', () => {
  test('when a receipt was issued before, then it keeps the seller of its day, and the next has the new one', async () => {
    const { pageId } = await delivered();
    const key = randomUUID();
    const old = await issueAround({ pageId, key });
    expect(old.seller).toEqual(SELLER);
    const path = byPage(pageId);
    expect((await look({ path })).body.latest).toEqual(old);
    expect((await issue({ path })).body.seller.name).not.toBe(SELLER.name);
    expect((await issue({ path, change: { key } })).body).toEqual(old);
  });
});
