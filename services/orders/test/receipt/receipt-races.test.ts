import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Receipt, Seller } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import type { OrderStore } from '../../src/domain/order/order-store.ts';
import { issueReceipt } from '../../src/domain/receipt/issue-receipt.ts';
import { itemOf } from '../support/catalog.ts';
import { deliver, pageIdOf } from '../support/deliveries.ts';
import { byPage, formOf, receiptsOf } from '../support/receipts.ts';
import { startShopWithRepository } from '../support/repository.ts';

const shop = useService(() => startShopWithRepository());

const { issue, getForm } = receiptsOf(shop);

const OLD_SELLER: Seller = {
  name: '旧社名',
  representative: '旧 代表',
  address: '旧住所',
  phone: '03-0000-0001',
  email: 'old@x.example',
  registrationNumber: null,
};

const buyAndDeliver = async () => {
  const { email, number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  return { email, number, intentId: intent.paymentIntentId, pageId: pageIdOf(await deliver({ shop, number, lines: 2 })) };
};

type IssueDuring = {
  pageId: string;
  key?: string;
  /** Runs after the use case has read the order and before it writes. */
  meanwhile?: () => Promise<unknown>;
};

/** Issues a receipt of the old seller. */
const issueDuring = ({ pageId, key = randomUUID(), meanwhile }: IssueDuring): Promise<Receipt> => {
  let isFirstRead = true;
  const findByPage: OrderStore['findByPage'] = async (id) => {
    const found = await shop.repository.findByPage(id);
    if (isFirstRead) {
      isFirstRead = false;
      await meanwhile?.();
    }
    return found;
  };
  const deps = shop.depsWith({ orders: { ...shop.repository, findByPage }, shop: { seller: OLD_SELLER, isExample: false } });
  return issueReceipt(deps, { access: { pageId, emails: [] }, request: formOf({ key }) });
};

describe('a change between the read and the write of a receipt', () => {
  test('when another receipt is issued, then that is the original and this one a reissue', async () => {
    const { number, pageId } = await buyAndDeliver();
    const slower = await issueDuring({ pageId, meanwhile: () => issueDuring({ pageId }) });
    expect(slower).toMatchObject({ receiptNumber: `${number}-R2`, isReissue: true });
    expect((await shop.storedOrder(number)).receipts!.map((receipt) => receipt.number)).toEqual([`${number}-R1`, `${number}-R2`]);
  });

  test('when a second click is faster, then both clicks get the same receipt', async () => {
    const { number, pageId } = await buyAndDeliver();
    const key = randomUUID();
    const clicks: Receipt[] = [];
    const faster = async () => clicks.push(await issueDuring({ pageId, key }));
    clicks.push(await issueDuring({ pageId, key, meanwhile: faster }));
    expect(clicks[1]).toEqual(clicks[0]);
    expect((await shop.storedOrder(number)).receipts).toHaveLength(1);
  });

  test('when a part of the price is refunded, then the receipt is for the rest', async () => {
    const { intentId, pageId } = await buyAndDeliver();
    const refund = () => shop.repository.raiseRefundedAmount({ intentId, refundedAmount: 5000 });
    expect(await issueDuring({ pageId, meanwhile: refund })).toMatchObject({ refundedAmount: 5000, total: 5000, taxAmount: 454 });
  });

  test('when the whole price is refunded, then it is refused and no receipt is stored', async () => {
    const { number, intentId, pageId } = await buyAndDeliver();
    const refund = () => shop.repository.raiseRefundedAmount({ intentId, refundedAmount: 10_000 });
    await expect(issueDuring({ pageId, meanwhile: refund })).rejects.toMatchObject({ code: 'ReceiptRefunded' });
    expect(await shop.storedOrder(number)).not.toHaveProperty('receipts');
  });

  test('when a dispute is lost, then it is refused and no receipt is stored', async () => {
    const { number, intentId, pageId } = await buyAndDeliver();
    const lose = () => shop.repository.recordDispute({ intentId, dispute: { openedAt: new Date(), outcome: 'lost' } });
    await expect(issueDuring({ pageId, meanwhile: lose })).rejects.toMatchObject({ code: 'ReceiptChargedBack' });
    expect(await shop.storedOrder(number)).not.toHaveProperty('receipts');
  });

  test('when a line is declined, then new receipts wait for the refund, and a known key returns its receipt', async () => {
    const { number, pageId } = await buyAndDeliver();
    const key = randomUUID();
    const issued = await issueDuring({ pageId, key });
    const declined = { at: new Date(), reason: '理由', refundState: 'pending', attempt: 1 } as const;
    const decline = () => shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true, 'lines.0.declined': declined } });
    await expect(issueDuring({ pageId, meanwhile: decline })).rejects.toMatchObject({ code: 'ReceiptRefundPending' });
    expect(await issueDuring({ pageId, key })).toEqual(issued);
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.declined.refundState': 'succeeded', 'payment.refundedAmount': 5000 } });
    expect(await issueDuring({ pageId })).toMatchObject({ receiptNumber: `${number}-R2`, total: 5000 });
  });
});

describe('a changed seller', () => {
  test('when a receipt was issued before the change, then it keeps its seller, and the next receipt has the new one', async () => {
    const { email, pageId } = await buyAndDeliver();
    const cookie = shop.identity.proofCookie(email);
    const key = randomUUID();
    const old = await issueDuring({ pageId, key });
    expect(old.seller).toEqual(OLD_SELLER);
    const path = byPage(pageId);
    expect((await getForm({ path, cookie })).body.latest).toEqual(old);
    expect((await issue({ path })).body.seller.name).not.toBe(OLD_SELLER.name);
    expect((await issue({ path, change: { key } })).body).toEqual(old);
  });
});
