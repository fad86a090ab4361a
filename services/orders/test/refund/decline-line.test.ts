import { afterEach, describe, expect, test } from '@jest/globals';
import { lineRefunded } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { FREE_ATHLETE, itemOf } from '../support/catalog.ts';
import { deliver, pageIdOf } from '../support/deliveries.ts';
import { byNumber, receiptsOf } from '../support/receipts.ts';
import { startShop } from '../support/shop.ts';
import { expectSumsToMatch } from '../support/sums.ts';

const TWO_ITEMS = [itemOf('1'), itemOf('2', '横動画')];
const shop = useService(() => startShop());
afterEach(() => expectSumsToMatch(shop));

const { auditEntriesOf, claim, decline, deliverOrder, timeline, linesOf, reArm, waitForAuditEntry, waitForEvents } = adminOf(shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
const waitForRefund = (number: string, line = 0) =>
  shop.waitForOrder(number, ({ lines }) => lines[line]!.declined?.refundState === 'succeeded');

describe('a declined line', () => {
  test('when an admin declines it, then its price is refunded once, with an event, an audit entry and a new state for the customer (admin 3.6)', async () => {
    const { number, email, intent } = await shop.buy({ items: TWO_ITEMS });
    const { status, body } = await decline(number, '02', '  収録できていませんでした。 ');
    expect(status).toBe(200);
    expect(body.lines).toEqual([
      { id: `${number}-01`, deliveredAt: null, claim: null, declined: null },
      {
        id: `${number}-02`,
        deliveredAt: null,
        claim: null,
        declined: { at: expect.any(String), reason: '収録できていませんでした。', refundState: 'succeeded' },
      },
    ]);
    expect(body.payment).toMatchObject({ mark: 'partially-refunded', total: 9500, refundedAmount: 4500 });
    expect(await refundsOf(intent.paymentIntentId)).toMatchObject([{ amount: 4500, metadata: { line_number: `${number}-02` } }]);

    const [event] = await waitForEvents({ number, type: 'line.refunded', count: 1 });
    expect(lineRefunded.schema.parse(event!.data)).toMatchObject({
      email,
      amount: 4500,
      reason: '収録できていませんでした。',
      line: { lineNumber: `${number}-02`, style: '横動画' },
    });
    expect(await waitForAuditEntry(number, 'order.line-declined')).toMatchObject({
      before: { line: `${number}-02`, declined: false },
      after: { line: `${number}-02`, declined: true, reason: '収録できていませんでした。', refund: 4500 },
    });
    const history = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    expect(history.body).toMatchObject([{ isDeclined: false }, { isDeclined: true, videoDownloadUrl: null }]);
    expect(await linesOf(number)).toMatchObject([
      { productionPossible: false, declined: null, payment: 'partially-refunded' },
      { productionPossible: true, declined: { refundState: 'succeeded' }, payment: 'partially-refunded' },
    ]);
    expect((await shop.storedOrder(number)).payment).not.toHaveProperty('refundCheckAt');
  });

  test('when it is declined again, then it is refused and nothing more is refunded', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    await decline(number);
    const before = await shop.waitForOrder(number, () => true);
    expect((await decline(number)).body).toMatchObject({ code: 'LineAlreadyDeclined' });
    expect(await shop.storedOrder(number)).toEqual(before);
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when twenty admins decline it concurrently, then one succeeds and the others get an error', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    const responses = await Promise.all(Array.from({ length: 20 }, () => decline(number)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'LineAlreadyDeclined')).toHaveLength(19);
    expect((await refundsOf(intent.paymentIntentId)).map(({ amount }) => amount)).toEqual([5000]);
    await waitForEvents({ number, type: 'line.refunded', count: 1 });
    await waitForAuditEntry(number, 'order.line-declined');
    expect(auditEntriesOf(number)).toHaveLength(1);
  });

  test('when the other lines are delivered, then it needs no link, accepts none and is not on the page', async () => {
    const { number } = await shop.buy({ items: TWO_ITEMS });
    await decline(number, '02');
    const refusedUrl = await deliver({ shop, number, lines: 2 });
    expect([refusedUrl.status, refusedUrl.body.code]).toEqual([409, 'LineAlreadyDeclined']);
    expect(Object.keys(refusedUrl.body.fields!)).toEqual([`downloadUrls.${number}-02`]);
    const pageId = await deliverOrder({ number });
    expect((await shop.call({ path: `/api/download/${pageId}` })).body.orders.map(({ id }) => id)).toEqual([`${number}-01`]);
  });

  test('when it was delivered before, then its download is removed and the others remain', async () => {
    const { number } = await shop.buy({ items: TWO_ITEMS });
    const pageId = await deliverOrder({ number, lines: 2 });
    expect((await decline(number, '02')).status).toBe(200);
    expect((await shop.call({ path: `/api/download/${pageId}` })).body.orders.map(({ id }) => id)).toEqual([`${number}-01`]);
    const gone = await claim(pageId, `${number}-02`);
    expect([gone.status, JSON.stringify(gone.body)]).toEqual([404, expect.not.stringContaining('videos.example')]);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect((await deliver({ shop, number })).status).toBe(200);
  });

  test('when it was downloaded, then it cannot be declined', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    await claim(await deliverOrder({ number, lines: 2 }), `${number}-01`);
    expect((await decline(number)).body.code).toBe('LineAlreadyClaimed');
    expect((await reArm(number)).status).toBe(200);
    expect((await decline(number)).body.code).toBe('LineAlreadyClaimed');
    expect(await refundsOf(intent.paymentIntentId)).toEqual([]);
  });

  test('when it is declined and claimed concurrently, then exactly one of them succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number, intent } = await shop.buy({ items: TWO_ITEMS });
      const pageId = await deliverOrder({ number, lines: 2 });
      const [declined, claimed] = await Promise.all([decline(number), claim(pageId, `${number}-01`)]);
      expect([declined.status === 200, claimed.status === 200].filter(Boolean)).toHaveLength(1);
      expect(await refundsOf(intent.paymentIntentId)).toHaveLength(declined.status === 200 ? 1 : 0);
    }
  });

  test('when all lines are declined, then the order is refunded and cannot be delivered', async () => {
    const { number } = await shop.buy({ items: TWO_ITEMS });
    const responses = await Promise.all([decline(number, '01'), decline(number, '02')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await timeline(number)).payment).toMatchObject({ mark: 'refunded', refundedAmount: 9500 });
    await waitForEvents({ number, type: 'line.refunded', count: 2 });
    expect((await deliver({ shop, number, lines: 2 })).body.code).toBe('OrderRefunded');
  });

  test('when the only line with a price is declined, then the free one can still be delivered and downloaded', async () => {
    const { number, email, intent } = await shop.buy({ items: [itemOf('1'), itemOf(FREE_ATHLETE)] });
    await decline(number);
    expect((await timeline(number)).payment).toMatchObject({ mark: 'partially-refunded', refundedAmount: 5000 });
    const downloadUrls = { [`${number}-02`]: 'https://videos.example/2' };
    const cookie = await shop.identity.adminCookie();
    const response = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body: { downloadUrls } });
    expect(response.status).toBe(200);
    const pageId = pageIdOf(response);
    expect((await shop.call({ path: `/api/download/${pageId}` })).body.orders.map(({ id }) => id)).toEqual([`${number}-02`]);
    expect((await claim(pageId, `${number}-02`)).status).toBe(200);
    const receipt = { path: byNumber(number), cookie: shop.identity.proofCookie(email) };
    expect((await receiptsOf(shop).issue(receipt)).body.code).toBe('ReceiptRefunded');
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when the whole price is refunded by hand, then the free line cannot be downloaded either', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf(FREE_ATHLETE)] });
    const pageId = await deliverOrder({ number, lines: 2 });
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
    expect((await timeline(number)).payment.mark).toBe('refunded');
    expect((await claim(pageId, `${number}-02`)).body.code).toBe('DownloadRefunded');
  });

  test('when it is delivered concurrently, then no page has the refunded video', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy({ items: TWO_ITEMS });
      const [declined] = await Promise.all([decline(number, '02'), deliver({ shop, number, lines: 2 })]);
      expect(declined.status).toBe(200);
      expect((await waitForRefund(number, 1)).lines[1]).not.toHaveProperty('video');
    }
  });

  test('when it was declined in older data without a refund, then declining it refunds its price', async () => {
    const { number } = await shop.buy({ items: TWO_ITEMS });
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true } });
    expect((await decline(number)).body.payment.refundedAmount).toBe(5000);
  });

  test.each([
    ['missing', ''],
    ['blank', ' 　'],
    ['too long', 'あ'.repeat(501)],
  ])('when the reason is %s, then 400', async (_case, reason) => {
    const { number } = await shop.buy();
    expect((await decline(number, '01', reason)).status).toBe(400);
    expect((await shop.storedOrder(number)).lines[0]).not.toHaveProperty('declined');
  });
});
