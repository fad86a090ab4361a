import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { MAX_RECEIPTS, OWNER_RECEIPTS } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { deliver, pageIdOf } from '../support/deliveries.ts';
import { paymentsOf } from '../support/payments.ts';
import { byNumber, byPage, formOf, receiptsOf } from '../support/receipts.ts';
import { startShop } from '../support/shop.ts';

const DAY = 86_400_000;
const shop = useService(() => startShop({ now: () => new Date(Date.now() + clockOffset) }));
let clockOffset = 0;

const { buy, issue, getForm } = receiptsOf(shop);
const { openOrder } = paymentsOf(shop);

const expectNoReceipts = async (number: string): Promise<void> => expect(await shop.storedOrder(number)).not.toHaveProperty('receipts');

describe('access to the receipts of an order', () => {
  test('when a signed-in customer has verified the address, then receipts are available', async () => {
    const { email, path } = await buy();
    const cookie = await shop.identity.sessionCookie({ email });
    expect((await getForm({ path, cookie })).status).toBe(200);
    expect((await issue({ path, cookie })).status).toBe(201);
  });

  test('when an order is unknown or belongs to another customer, then the response is the same 404', async () => {
    const { number, path } = await buy();
    const responses = [];
    for (const cookie of [
      shop.identity.proofCookie(shop.newEmail()),
      await shop.identity.adminCookie(),
      await shop.identity.sessionCookie(),
    ]) {
      for (const request of [path, byNumber('00000000')])
        responses.push(await getForm({ path: request, cookie }), await issue({ path: request, cookie }));
    }
    expect(responses).toHaveLength(12);
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([404, { code: 'OrderNotFound', message: 'ご注文が見つかりませんでした。' }]);
    }
    await expectNoReceipts(number);
  });

  test('when the address is not verified, or no longer, then 401', async () => {
    const { email, number, path } = await buy();
    const sid = randomUUID();
    const ended = await shop.identity.sessionCookie({ email, sid });
    await shop.identity.endSession(sid);
    const unproven = await shop.identity.sessionCookie({ email, emailProven: false });
    const forged = `${shop.identity.proofCookie(email)}x`;
    for (const cookie of [undefined, shop.identity.proofCookie(email, -1), ended, unproven, forged]) {
      for (const { status, body } of [await getForm({ path, cookie }), await issue({ path, cookie })]) {
        expect([status, body.code]).toEqual([401, 'ProofRequired']);
      }
    }
    await expectNoReceipts(number);
  });

  test('when the order is not paid, then 402', async () => {
    const { email, number } = await openOrder();
    const request = { path: byNumber(number), cookie: shop.identity.proofCookie(email) };
    for (const { status, body } of [await getForm(request), await issue(request)])
      expect([status, body.code]).toEqual([402, 'PaymentRequired']);
    await expectNoReceipts(number);
  });
});

describe('access by the download page', () => {
  const buyAndDeliver = async () => {
    const order = await buy();
    return { ...order, page: byPage(pageIdOf(await deliver({ shop, number: order.number }))) };
  };

  test('when the page id is known, then receipts can be issued, but names are shown to the proven owner only', async () => {
    const { email, number, page, path, cookie } = await buyAndDeliver();
    const nameless = { orderNumber: number, customerName: null, latest: null };
    expect((await getForm({ path: page })).body).toEqual({ ...nameless, isIssued: false });
    const first = await issue({ path: page });
    expect([first.status, first.body.receiptNumber]).toEqual([201, `${number}-R1`]);
    const others = [
      undefined,
      shop.identity.proofCookie(shop.newEmail()),
      await shop.identity.sessionCookie(),
      await shop.identity.adminCookie(),
    ];
    for (const other of others) expect((await getForm({ path: page, cookie: other })).body).toEqual({ ...nameless, isIssued: true });
    const known = { orderNumber: number, customerName: '山田 太郎', latest: first.body, isIssued: true };
    for (const owner of [cookie, await shop.identity.sessionCookie({ email })]) {
      expect((await getForm({ path: page, cookie: owner })).body).toEqual(known);
    }
    expect((await getForm({ path, cookie })).body).toEqual(known);
    expect((await issue({ path, cookie })).body).toMatchObject({ receiptNumber: `${number}-R2`, isReissue: true });
  });

  test('when somebody with the link issues as many receipts as possible, then three are left for the proven owner', async () => {
    const { number, page, path, cookie } = await buyAndDeliver();
    const taken = await Promise.all(Array.from({ length: MAX_RECEIPTS + 1 }, () => issue({ path: page })));
    const refused = taken.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(OWNER_RECEIPTS + 1).fill([409, 'ReceiptLimitByLink']));
    const own = [];
    for (const access of [path, page, path, path]) own.push(await issue({ path: access, cookie }));
    expect(own.map(({ status, body }) => [status, body.code ?? body.receiptNumber])).toEqual([
      [201, `${number}-R18`],
      [201, `${number}-R19`],
      [201, `${number}-R20`],
      [409, 'ReceiptLimitReached'],
    ]);
  });

  test('when the page has expired, then receipts are still available', async () => {
    const { page } = await buyAndDeliver();
    clockOffset = 31 * DAY;
    const issued = await issue({ path: page }).finally(() => {
      clockOffset = 0;
    });
    expect(issued.status).toBe(201);
    expect(Date.parse(issued.body.issuedAt)).toBeGreaterThan(Date.now() + 30 * DAY);
  });

  test('when the page is unknown, then 404; when the id is malformed, then 400', async () => {
    for (const request of [{ path: byPage('x'.repeat(43)) }]) {
      for (const { status, body } of [await getForm(request), await issue(request)])
        expect([status, body.code]).toEqual([404, 'DownloadPageNotFound']);
    }
    expect((await getForm({ path: byPage('__proto__') })).status).toBe(400);
    expect((await getForm({ path: byPage('%7B%22%24ne%22%3Anull%7D') })).status).toBe(400);
  });
});

describe('the fields of a receipt', () => {
  const REQUIRED_MESSAGES = { addressee: '宛名を入力してください。', proviso: '但し書きを入力してください。' };
  const INVALID_VALUES: [what: string, value: unknown][] = [
    ['contains a line break', 'A社\r\nBcc: x@y.example'],
    ['ends with a line break', 'A社\n'],
    ['contains a tab', 'A\t社'],
    ['contains a NUL', 'A\u0000社'],
    ['contains a line separator', 'A\u2028社'],
    ['contains HTML', '<img src=x onerror=alert(1)>'],
    ['is too long', '社'.repeat(101)],
    ['is a query operator', { $ne: null }],
    ['is a list', ['A社']],
    ['is null', null],
    ['is a number', 1],
  ];

  test.each(INVALID_VALUES)('when a field %s, then 400 names it and nothing is issued', async (_case, value) => {
    const { number, path, cookie } = await buy();
    for (const field of ['addressee', 'proviso']) {
      const { status, body } = await issue({ path, cookie, change: { [field]: value } });
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'ValidationFailed', [field]]);
    }
    await expectNoReceipts(number);
  });

  test('when a field is blank, then the error says so', async () => {
    const { number, path, cookie } = await buy();
    for (const blank of ['', '  ', '　']) {
      const { body } = await issue({ path, cookie, change: { addressee: blank, proviso: blank } });
      expect(body.fields).toEqual(REQUIRED_MESSAGES);
    }
    await expectNoReceipts(number);
  });

  test('when the key is invalid, then 400', async () => {
    const { number, path, cookie } = await buy();
    for (const key of [undefined, '', 'R1', { $ne: null }, '__proto__']) {
      const { status, body } = await issue({ path, cookie, change: { key } });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['key']]);
    }
    await expectNoReceipts(number);
  });

  test('when a body has a prototype or extra fields, then they are not used', async () => {
    const { number, path, cookie } = await buy();
    const { addressee: _addressee, ...rest } = formOf();
    const poisoned = await shop.call({
      method: 'POST',
      path,
      cookie,
      body: `{"__proto__":{"addressee":"A"},${JSON.stringify(rest).slice(1)}`,
    });
    expect(poisoned.status).toBe(400);
    await expectNoReceipts(number);
    const extraFields = { total: 1, taxAmount: 1, receiptNumber: 'X', isReissue: true, seller: { name: '偽' }, refundedAmount: 9 };
    expect((await issue({ path, cookie, change: extraFields })).body).toMatchObject({
      receiptNumber: `${number}-R1`,
      isReissue: false,
      total: 5000,
      taxAmount: 454,
      refundedAmount: 0,
      seller: { name: expect.not.stringContaining('偽') },
    });
  });
});
