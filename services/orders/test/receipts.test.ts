import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_RECEIPTS, receiptSchema } from '@stagereel/contracts';
import { itemOf } from './support/catalog.ts';
import { byNumber, receiptsOf } from './support/receipts.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { bought, giveBack, issue, look } = receiptsOf(() => shop);

describe('a receipt', () => {
  test('when the first is issued, then it is the original and names all that the law asks for', async () => {
    const { number, path, cookie } = await bought({ items: [itemOf('1'), itemOf('012', '横動画')] });
    const { status, body } = await issue({ path, cookie });
    expect(status).toBe(201);
    const order = await shop.stored(number);
    const { seller } = (await shop.call({ path: '/api/shop' })).body as unknown as { seller: object };
    expect(receiptSchema.parse(body)).toEqual({
      receiptNumber: `${number}-R1`,
      orderNumber: number,
      issuedAt: order.receipts![0]!.issuedAt.toISOString(),
      paidAt: order.payment.paidAt!.toISOString(),
      isReissue: false,
      addressee: '株式会社見本',
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

  test('when the form is opened again and again, then nothing is issued; once one is, the newest is shown', async () => {
    const { number, path, cookie } = await bought();
    for (let time = 0; time < 3; time += 1) {
      expect((await look({ path, cookie })).body).toEqual({ orderNumber: number, customerName: '山田 太郎', latest: null });
    }
    expect(await shop.stored(number)).not.toHaveProperty('receipts');
    await issue({ path, cookie });
    const second = await issue({ path, cookie });
    expect((await look({ path, cookie })).body.latest).toEqual(second.body);
    expect((await shop.stored(number)).receipts).toHaveLength(2);
  });

  test('when it is issued again, then it has a number of its own, is marked and may be to somebody else', async () => {
    const { number, path, cookie } = await bought();
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

  test('when the number of a line is given, then the receipt is of the whole order', async () => {
    const { number, cookie } = await bought();
    expect((await issue({ path: byNumber(`${number}-01`), cookie })).body.receiptNumber).toBe(`${number}-R1`);
  });

  test('when the same key comes again, also with another addressee, then the same receipt comes back', async () => {
    const { number, path, cookie } = await bought();
    const key = randomUUID();
    const first = await issue({ path, cookie, change: { key } });
    await issue({ path, cookie });
    const again = await issue({ path, cookie, change: { key, addressee: 'だれか' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await shop.stored(number)).receipts).toHaveLength(2);
  });

  test('when one key comes twenty times at once, then there is one receipt', async () => {
    const { number, path, cookie } = await bought();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue({ path, cookie, change: { key } })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await shop.stored(number)).receipts).toHaveLength(1);
  });

  test('when twenty are asked for at once, then their numbers differ and exactly one is the original', async () => {
    const { number, path, cookie } = await bought();
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue({ path, cookie })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const numbers = answers.map(({ body }) => body.receiptNumber);
    expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => `${number}-R${index + 1}`)));
    const originals = answers.filter(({ body }) => !body.isReissue);
    expect(originals.map(({ body }) => body.receiptNumber)).toEqual([`${number}-R1`]);
    expect((await shop.stored(number)).receipts!.map((receipt) => receipt.number)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${number}-R${index + 1}`),
    );
  });

  test('when an order has all the receipts it may have, then 409, and those it has can still be had', async () => {
    const { number, path, cookie } = await bought();
    const key = randomUUID();
    const first = await issue({ path, cookie, change: { key } });
    const more = await Promise.all(Array.from({ length: MAX_RECEIPTS + 4 }, () => issue({ path, cookie })));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(MAX_RECEIPTS - 1);
    for (const { status, body } of more) if (status !== 201) expect([status, body.code]).toEqual([409, 'ReceiptLimitReached']);
    expect((await issue({ path, cookie, change: { key } })).body).toEqual(first.body);
    expect((await shop.stored(number)).receipts).toHaveLength(MAX_RECEIPTS);
  });
});

describe('a receipt after a refund', () => {
  test('when a part was given back, then it is over what remains, and the tax of that is rounded once', async () => {
    const { number, intentId, path, cookie } = await bought({ items: [itemOf('1'), itemOf('2')] });
    await giveBack({ number, intentId, amount: 3500 });
    expect((await issue({ path, cookie })).body).toMatchObject({ refundedAmount: 3500, total: 6500, taxAmount: 590, isReissue: false });
  });

  test('when money is given back after the first receipt, then the next says so and the first stays as it was', async () => {
    const { number, intentId, path, cookie } = await bought({ items: [itemOf('1'), itemOf('2')] });
    const key = randomUUID();
    const first = await issue({ path, cookie, change: { key } });
    expect(first.body).toMatchObject({ refundedAmount: 0, total: 10_000, taxAmount: 909 });
    await giveBack({ number, intentId, amount: 5000 });
    await giveBack({ number, intentId, amount: 4999 });
    expect((await issue({ path, cookie })).body).toMatchObject({ refundedAmount: 9999, total: 1, taxAmount: 0, isReissue: true });
    expect((await issue({ path, cookie, change: { key } })).body).toEqual(first.body);
  });

  test('when all was given back, then there is none any more, not even the one that was issued', async () => {
    const { number, intentId, path, cookie } = await bought();
    const key = randomUUID();
    await issue({ path, cookie, change: { key } });
    await giveBack({ number, intentId, amount: 5000 });
    for (const refused of [await look({ path, cookie }), await issue({ path, cookie }), await issue({ path, cookie, change: { key } })]) {
      expect([refused.status, refused.body]).toEqual([
        409,
        { code: 'ReceiptRefunded', message: 'この注文は全額返金済みのため、領収書を発行できません。' },
      ]);
    }
    expect((await shop.stored(number)).receipts).toHaveLength(1);
  });
});
