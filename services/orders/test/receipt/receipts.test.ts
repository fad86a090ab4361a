import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { MAX_RECEIPTS, receiptSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { itemOf } from '../support/catalog.ts';
import { byNumber, receiptsOf } from '../support/receipts.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());

const { buy, refund, issue, getForm } = receiptsOf(shop);

describe('a receipt', () => {
  test('when the first is issued, then it is the original and has all legally required fields', async () => {
    const { number, path, cookie } = await buy({ items: [itemOf('1'), itemOf('012', '横動画')] });
    const { status, body } = await issue({ path, cookie });
    expect(status).toBe(201);
    const order = await shop.storedOrder(number);
    const { seller } = (await shop.call({ path: '/api/shop' })).body as unknown as { seller: object };
    expect(receiptSchema.parse(body)).toEqual({
      receiptNumber: `${number}-R1`,
      orderNumber: number,
      issuedAt: order.receipts![0]!.issuedAt.toISOString(),
      paidAt: order.payment.paidAt!.toISOString(),
      isReissue: false,
      addressee: '株式会社見本',
      honorific: '様',
      proviso: '動画制作代として',
      lines: [
        {
          number: `${number}-01`,
          contestName: '関東オープン 2026',
          category: 'メンズフィジーク',
          athleteNumber: '1',
          style: '縦動画',
          price: 5000,
        },
        {
          number: `${number}-02`,
          contestName: '関東オープン 2026',
          category: 'メンズフィジーク',
          athleteNumber: '012',
          style: '横動画',
          price: 4500,
        },
      ],
      refundedAmount: 0,
      total: 9500,
      taxRatePercent: 10,
      taxAmount: 863,
      seller,
    });
  });

  test('when 御中 is chosen, then it is printed, also when the receipt is shown again', async () => {
    const { path, cookie } = await buy();
    expect((await issue({ path, cookie, change: { honorific: '御中' } })).body.honorific).toBe('御中');
    expect((await getForm({ path, cookie })).body.latest?.honorific).toBe('御中');
    expect((await issue({ path, cookie, change: { honorific: '殿' } })).status).toBe(400);
  });

  test('when the form is opened repeatedly, then nothing is issued; after issuing, the newest receipt is shown', async () => {
    const { number, path, cookie } = await buy();
    for (let time = 0; time < 3; time += 1) {
      expect((await getForm({ path, cookie })).body).toEqual({
        orderNumber: number,
        customerName: '山田 太郎',
        latest: null,
        isIssued: false,
      });
    }
    expect(await shop.storedOrder(number)).not.toHaveProperty('receipts');
    await issue({ path, cookie });
    const second = await issue({ path, cookie });
    expect((await getForm({ path, cookie })).body.latest).toEqual(second.body);
    expect((await shop.storedOrder(number)).receipts).toHaveLength(2);
  });

  test('when it is issued again, then it has its own number, is marked as a reissue and can have another addressee', async () => {
    const { number, path, cookie } = await buy();
    await issue({ path, cookie });
    const again = await issue({ path, cookie, change: { addressee: ' 見本 花子 ', proviso: '写真代' } });
    expect(again.body).toMatchObject({
      receiptNumber: `${number}-R2`,
      isReissue: true,
      addressee: '見本 花子',
      proviso: '写真代',
      total: 5000,
    });
  });

  test('when the number of a line is given, then the receipt is for the whole order', async () => {
    const { number, cookie } = await buy();
    expect((await issue({ path: byNumber(`${number}-01`), cookie })).body.receiptNumber).toBe(`${number}-R1`);
  });

  test('when the same key is sent again, even with another addressee, then the same receipt is returned', async () => {
    const { number, path, cookie } = await buy();
    const key = randomUUID();
    const first = await issue({ path, cookie, change: { key } });
    await issue({ path, cookie });
    const again = await issue({ path, cookie, change: { key, addressee: 'だれか' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await shop.storedOrder(number)).receipts).toHaveLength(2);
  });

  test('when one key is sent twenty times concurrently, then there is one receipt', async () => {
    const { number, path, cookie } = await buy();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => issue({ path, cookie, change: { key } })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await shop.storedOrder(number)).receipts).toHaveLength(1);
  });

  test('when twenty are requested concurrently, then their numbers differ and exactly one is the original', async () => {
    const { number, path, cookie } = await buy();
    const responses = await Promise.all(Array.from({ length: 20 }, () => issue({ path, cookie })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const numbers = responses.map(({ body }) => body.receiptNumber);
    expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => `${number}-R${index + 1}`)));
    const originals = responses.filter(({ body }) => !body.isReissue);
    expect(originals.map(({ body }) => body.receiptNumber)).toEqual([`${number}-R1`]);
    expect((await shop.storedOrder(number)).receipts!.map((receipt) => receipt.number)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${number}-R${index + 1}`),
    );
  });

  test('when an order has the maximum number of receipts, then 409, and existing keys still return theirs', async () => {
    const { number, path, cookie } = await buy();
    const key = randomUUID();
    const first = await issue({ path, cookie, change: { key } });
    const more = await Promise.all(Array.from({ length: MAX_RECEIPTS + 4 }, () => issue({ path, cookie })));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(MAX_RECEIPTS - 1);
    for (const { status, body } of more) if (status !== 201) expect([status, body.code]).toEqual([409, 'ReceiptLimitReached']);
    expect((await issue({ path, cookie, change: { key } })).body).toEqual(first.body);
    expect((await shop.storedOrder(number)).receipts).toHaveLength(MAX_RECEIPTS);
  });
});

describe('a receipt after a refund', () => {
  test('when a part is refunded, then it is for the rest, and the tax of the rest is rounded once', async () => {
    const { number, intentId, path, cookie } = await buy({ items: [itemOf('1'), itemOf('2')] });
    await refund({ number, intentId, amount: 3500 });
    expect((await issue({ path, cookie })).body).toMatchObject({ refundedAmount: 3500, total: 6500, taxAmount: 590, isReissue: false });
  });

  test('when a part is refunded after the first receipt, then the next one shows it and the first is unchanged', async () => {
    const { number, intentId, path, cookie } = await buy({ items: [itemOf('1'), itemOf('2')] });
    const key = randomUUID();
    const first = await issue({ path, cookie, change: { key } });
    expect(first.body).toMatchObject({ refundedAmount: 0, total: 10_000, taxAmount: 909 });
    await refund({ number, intentId, amount: 5000 });
    await refund({ number, intentId, amount: 4999 });
    expect((await issue({ path, cookie })).body).toMatchObject({ refundedAmount: 9999, total: 1, taxAmount: 0, isReissue: true });
    expect((await issue({ path, cookie, change: { key } })).body).toEqual(first.body);
  });

  test('when everything is refunded, then none is available, not even the issued one', async () => {
    const { number, intentId, path, cookie } = await buy();
    const key = randomUUID();
    await issue({ path, cookie, change: { key } });
    await refund({ number, intentId, amount: 5000 });
    for (const refused of [
      await getForm({ path, cookie }),
      await issue({ path, cookie }),
      await issue({ path, cookie, change: { key } }),
    ]) {
      expect([refused.status, refused.body]).toEqual([
        409,
        { code: 'ReceiptRefunded', message: 'この注文は全額返金済みのため、領収書を発行できません。' },
      ]);
    }
    expect((await shop.storedOrder(number)).receipts).toHaveLength(1);
  });
});
