import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deliver, pageIdOf } from './support/deliver.ts';
import { paymentsOf } from './support/payments.ts';
import { byNumber, byPage, formOf, receiptsOf } from './support/receipts.ts';
import { type Shop, startShop } from './support/shop.ts';

const DAY = 86_400_000;
let shop: Shop;
let clockOffset = 0;
beforeAll(async () => {
  shop = await startShop({ now: () => new Date(Date.now() + clockOffset) });
});
afterAll(() => shop.stop());

const { bought, issue, look } = receiptsOf(() => shop);
const { opened } = paymentsOf(() => shop);

const expectNone = async (number: string): Promise<void> => expect(await shop.stored(number)).not.toHaveProperty('receipts');

describe('who may have an order’s receipt', () => {
  test('when a signed-in customer has proven the address, then they may', async () => {
    const { email, path } = await bought();
    const cookie = await shop.identity.sessionCookie({ email });
    expect((await look({ path, cookie })).status).toBe(200);
    expect((await issue({ path, cookie })).status).toBe(201);
  });

  test('when an order is another’s or nobody’s, then the answers are the same 404', async () => {
    const { number, path } = await bought();
    const answers = [];
    for (const cookie of [
      shop.identity.proofCookie(shop.newEmail()),
      await shop.identity.adminCookie(),
      await shop.identity.sessionCookie(),
    ]) {
      for (const asked of [path, byNumber('00000000')])
        answers.push(await look({ path: asked, cookie }), await issue({ path: asked, cookie }));
    }
    expect(answers).toHaveLength(12);
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { code: 'OrderNotFound', message: 'ご注文が見つかりませんでした。' }]);
    }
    await expectNone(number);
  });

  test('when nobody has proven the address, or no longer, then 401', async () => {
    const { email, number, path } = await bought();
    const sid = randomUUID();
    const ended = await shop.identity.sessionCookie({ email, sid });
    await shop.identity.endSession(sid);
    const unproven = await shop.identity.sessionCookie({ email, emailProven: false });
    const forged = `${shop.identity.proofCookie(email)}x`;
    for (const cookie of [undefined, shop.identity.proofCookie(email, -1), ended, unproven, forged]) {
      for (const { status, body } of [await look({ path, cookie }), await issue({ path, cookie })]) {
        expect([status, body.code]).toEqual([401, 'ProofRequired']);
      }
    }
    await expectNone(number);
  });

  test('when the order is not paid, then 402', async () => {
    const { email, number } = await opened();
    const asked = { path: byNumber(number), cookie: shop.identity.proofCookie(email) };
    for (const { status, body } of [await look(asked), await issue(asked)]) expect([status, body.code]).toEqual([402, 'PaymentRequired']);
    await expectNone(number);
  });
});

describe('by the download page', () => {
  const delivered = async () => {
    const order = await bought();
    return { ...order, page: byPage(pageIdOf(await deliver({ shop, number: order.number }))) };
  };

  test('when somebody has its address, then they may, and the receipts are the order’s own', async () => {
    const { number, page, path, cookie } = await delivered();
    expect((await look({ path: page })).body).toEqual({ orderNumber: number, customerName: '山田 太郎', latest: null });
    const first = await issue({ path: page });
    expect([first.status, first.body.receiptNumber]).toEqual([201, `${number}-R1`]);
    expect((await look({ path, cookie })).body.latest).toEqual(first.body);
    expect((await issue({ path, cookie })).body).toMatchObject({ receiptNumber: `${number}-R2`, isReissue: true });
  });

  test('when the page has expired, then it still gives receipts', async () => {
    const { page } = await delivered();
    clockOffset = 31 * DAY;
    const issued = await issue({ path: page }).finally(() => {
      clockOffset = 0;
    });
    expect(issued.status).toBe(201);
    expect(Date.parse(issued.body.issuedAt)).toBeGreaterThan(Date.now() + 30 * DAY);
  });

  test('when nobody knows the page, then 404; when it is no page’s address at all, then 400', async () => {
    for (const asked of [{ path: byPage('x'.repeat(43)) }]) {
      for (const { status, body } of [await look(asked), await issue(asked)])
        expect([status, body.code]).toEqual([404, 'DownloadPageNotFound']);
    }
    expect((await look({ path: byPage('__proto__') })).status).toBe(400);
    expect((await look({ path: byPage('%7B%22%24ne%22%3Anull%7D') })).status).toBe(400);
  });
});

describe('what is written on it', () => {
  const NEEDED = { addressee: '宛名を入力してください。', proviso: '但し書きを入力してください。' };
  const BAD: [what: string, value: unknown][] = [
    ['holds a line break', 'A社\r\nBcc: x@y.example'],
    ['ends in a line break', 'A社\n'],
    ['holds a tab', 'A\t社'],
    ['holds a NUL', 'A\u0000社'],
    ['holds a line separator', 'A\u2028社'],
    ['holds HTML', '<img src=x onerror=alert(1)>'],
    ['is too long', '社'.repeat(101)],
    ['is an operator', { $ne: null }],
    ['is a list', ['A社']],
    ['is null', null],
    ['is a number', 1],
  ];

  test.each(BAD)('when it %s, then 400 names the field and nothing is issued', async (_what, value) => {
    const { number, path, cookie } = await bought();
    for (const field of ['addressee', 'proviso']) {
      const { status, body } = await issue({ path, cookie, change: { [field]: value } });
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'ValidationFailed', [field]]);
    }
    await expectNone(number);
  });

  test('when it is missing or blank, then the field says so', async () => {
    const { number, path, cookie } = await bought();
    for (const blank of ['', '  ', '　']) {
      const { body } = await issue({ path, cookie, change: { addressee: blank, proviso: blank } });
      expect(body.fields).toEqual(NEEDED);
    }
    await expectNone(number);
  });

  test('when the key is none, then 400', async () => {
    const { number, path, cookie } = await bought();
    for (const key of [undefined, '', 'R1', { $ne: null }, '__proto__']) {
      const { status, body } = await issue({ path, cookie, change: { key } });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['key']]);
    }
    await expectNone(number);
  });

  test('when a body brings a prototype or more than is asked for, then none of that is kept', async () => {
    const { number, path, cookie } = await bought();
    const { addressee: _addressee, ...rest } = formOf();
    const poisoned = await shop.call({
      method: 'POST',
      path,
      cookie,
      body: `{"__proto__":{"addressee":"A"},${JSON.stringify(rest).slice(1)}`,
    });
    expect(poisoned.status).toBe(400);
    await expectNone(number);
    const lies = { total: 1, taxAmount: 1, receiptNumber: 'X', isReissue: true, seller: { name: '偽' }, refundedAmount: 9 };
    expect((await issue({ path, cookie, change: lies })).body).toMatchObject({
      receiptNumber: `${number}-R1`,
      isReissue: false,
      total: 5000,
      taxAmount: 454,
      refundedAmount: 0,
      seller: { name: expect.not.stringContaining('偽') },
    });
  });
});
