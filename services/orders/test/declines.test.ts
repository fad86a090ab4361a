import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { lineRefunded } from '@stagereel/contracts';
import { expectBooksToAgree } from './support/books.ts';
import { FREE, itemOf } from './support/catalog.ts';
import { deliver, pageIdOf } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { byNumber, receiptsOf } from './support/receipts.ts';
import { type Shop, startShop } from './support/shop.ts';

const TWO = [itemOf('1'), itemOf('2', '横動画')];
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
afterEach(() => expectBooksToAgree(shop));

const { actsOn, claim, decline, delivered, life, linesOf, reArm, untilActed, untilEvents } = deskOf(() => shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
const refunded = (number: string, line = 0) => shop.until(number, ({ lines }) => lines[line]!.declined?.refundState === 'succeeded');

describe('a declined line', () => {
  test('when an admin declines it, then its price goes back, once, and everybody is told', async () => {
    const { number, email, intent } = await shop.buy({ items: TWO });
    const { status, body } = await decline(number, '02', '  収録できていませんでした。 ');
    expect(status).toBe(200);
    expect(body.lines).toEqual([
      { id: `${number}-01`, claim: null, declined: null },
      {
        id: `${number}-02`,
        claim: null,
        declined: { at: expect.any(String), reason: '収録できていませんでした。', refundState: 'succeeded' },
      },
    ]);
    expect(body.payment).toMatchObject({ mark: 'partially-refunded', total: 9500, refundedAmount: 4500 });
    expect(await refundsOf(intent.paymentIntentId)).toMatchObject([{ amount: 4500, metadata: { line_number: `${number}-02` } }]);

    const [event] = await untilEvents({ number, type: 'line.refunded', count: 1 });
    expect(lineRefunded.schema.parse(event!.data)).toMatchObject({
      email,
      amount: 4500,
      reason: '収録できていませんでした。',
      line: { lineNumber: `${number}-02`, style: '横動画' },
    });
    expect(await untilActed(number, 'order.line-declined')).toMatchObject({
      before: { line: `${number}-02`, declined: false },
      after: { line: `${number}-02`, declined: true, reason: '収録できていませんでした。', refund: 4500 },
    });
    const history = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    expect(history.body).toMatchObject([{ isDeclined: false }, { isDeclined: true, videoDownloadUrl: null }]);
    expect(await linesOf(number)).toMatchObject([
      { productionPossible: false, declined: null, payment: 'partially-refunded' },
      { productionPossible: true, declined: { refundState: 'succeeded' }, payment: 'partially-refunded' },
    ]);
    expect((await shop.stored(number)).payment).not.toHaveProperty('refundCheckAt');
  });

  test('when it is declined again, then it is refused and nothing more goes back', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    await decline(number);
    const before = await shop.until(number, () => true);
    expect((await decline(number)).body).toMatchObject({ code: 'LineAlreadyDeclined' });
    expect(await shop.stored(number)).toEqual(before);
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when twenty admins decline it at once, then one does it and the others are told', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    const answers = await Promise.all(Array.from({ length: 20 }, () => decline(number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'LineAlreadyDeclined')).toHaveLength(19);
    expect((await refundsOf(intent.paymentIntentId)).map(({ amount }) => amount)).toEqual([5000]);
    await untilEvents({ number, type: 'line.refunded', count: 1 });
    await untilActed(number, 'order.line-declined');
    expect(actsOn(number)).toHaveLength(1);
  });

  test('when the others are delivered, then it is asked for no link, takes none and is not on the page', async () => {
    const { number } = await shop.buy({ items: TWO });
    await decline(number, '02');
    const refusedUrl = await deliver({ shop, number, lines: 2 });
    expect([refusedUrl.status, refusedUrl.body.code]).toEqual([409, 'LineAlreadyDeclined']);
    expect(Object.keys(refusedUrl.body.fields!)).toEqual([`downloadUrls.${number}-02`]);
    const pageId = await delivered({ number });
    expect((await shop.call({ path: `/api/download/${pageId}` })).body.orders.map(({ id }) => id)).toEqual([`${number}-01`]);
  });

  test('when the delivery came first, then its download is gone and the others’ stay', async () => {
    const { number } = await shop.buy({ items: TWO });
    const pageId = await delivered({ number, lines: 2 });
    expect((await decline(number, '02')).status).toBe(200);
    expect((await shop.call({ path: `/api/download/${pageId}` })).body.orders.map(({ id }) => id)).toEqual([`${number}-01`]);
    const gone = await claim(pageId, `${number}-02`);
    expect([gone.status, JSON.stringify(gone.body)]).toEqual([404, expect.not.stringContaining('videos.example')]);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect((await deliver({ shop, number })).status).toBe(200);
  });

  test('when it was downloaded, then it cannot be declined any more', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    await claim(await delivered({ number, lines: 2 }), `${number}-01`);
    expect((await decline(number)).body.code).toBe('LineAlreadyClaimed');
    expect((await reArm(number)).status).toBe(200);
    expect((await decline(number)).body.code).toBe('LineAlreadyClaimed');
    expect(await refundsOf(intent.paymentIntentId)).toEqual([]);
  });

  test('when it is declined and claimed at once, then exactly one of them happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number, intent } = await shop.buy({ items: TWO });
      const pageId = await delivered({ number, lines: 2 });
      const [declined, claimed] = await Promise.all([decline(number), claim(pageId, `${number}-01`)]);
      expect([declined.status === 200, claimed.status === 200].filter(Boolean)).toHaveLength(1);
      expect(await refundsOf(intent.paymentIntentId)).toHaveLength(declined.status === 200 ? 1 : 0);
    }
  });

  test('when all lines are declined, then the order is refunded and cannot be delivered', async () => {
    const { number } = await shop.buy({ items: TWO });
    const answers = await Promise.all([decline(number, '01'), decline(number, '02')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await life(number)).payment).toMatchObject({ mark: 'refunded', refundedAmount: 9500 });
    await untilEvents({ number, type: 'line.refunded', count: 2 });
    expect((await deliver({ shop, number, lines: 2 })).body.code).toBe('OrderRefunded');
  });

  test('when the one line that cost anything is declined, then the free one can still be delivered and downloaded', async () => {
    const { number, email, intent } = await shop.buy({ items: [itemOf('1'), itemOf(FREE)] });
    await decline(number);
    expect((await life(number)).payment).toMatchObject({ mark: 'partially-refunded', refundedAmount: 5000 });
    const downloadUrls = { [`${number}-02`]: 'https://videos.example/2' };
    const cookie = await shop.identity.adminCookie();
    const answer = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body: { downloadUrls } });
    expect(answer.status).toBe(200);
    const pageId = pageIdOf(answer);
    expect((await shop.call({ path: `/api/download/${pageId}` })).body.orders.map(({ id }) => id)).toEqual([`${number}-02`]);
    expect((await claim(pageId, `${number}-02`)).status).toBe(200);
    const receipt = { path: byNumber(number), cookie: shop.identity.proofCookie(email) };
    expect((await receiptsOf(() => shop).issue(receipt)).body.code).toBe('ReceiptRefunded');
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when all the money goes back by hand, then the free line goes as well', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf(FREE)] });
    const pageId = await delivered({ number, lines: 2 });
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
    expect((await life(number)).payment.mark).toBe('refunded');
    expect((await claim(pageId, `${number}-02`)).body.code).toBe('DownloadRefunded');
  });

  test('when the delivery comes at the same time, then no page ever holds a video that was given back', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy({ items: TWO });
      const [declined] = await Promise.all([decline(number, '02'), deliver({ shop, number, lines: 2 })]);
      expect(declined.status).toBe(200);
      expect((await refunded(number, 1)).lines[1]).not.toHaveProperty('video');
    }
  });

  test('when older data has it without a refund, then declining it gives its price back', async () => {
    const { number } = await shop.buy({ items: TWO });
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true } });
    expect((await decline(number)).body.payment.refundedAmount).toBe(5000);
  });

  test.each([
    ['missing', ''],
    ['blank', ' 　'],
    ['too long', 'あ'.repeat(501)],
  ])('when the reason is %s, then 400', async (_what, reason) => {
    const { number } = await shop.buy();
    expect((await decline(number, '01', reason)).status).toBe(400);
    expect((await shop.stored(number)).lines[0]).not.toHaveProperty('declined');
  });
});
