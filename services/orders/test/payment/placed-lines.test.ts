import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { CONTEST, itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());

const ITEMS = [itemOf('12'), itemOf('012'), itemOf('12', '横動画')];

describe('POST /api/orders', () => {
  test('when one record is sent, then its line is returned; when an array is sent, then an array (customer 3.6, 7.18)', async () => {
    const { email, intent, number } = await shop.buy({ items: ITEMS });
    const one = await shop.postOrders({ email, body: shop.recordOf(intent, ITEMS[1]) });
    expect(one.body).toMatchObject({ id: `${number}-02`, orderNumber: `${number}-02`, athleteNumber: '012', customerEmail: email });
    const all = await shop.postOrders({ email, body: [...ITEMS].reverse().map((item) => shop.recordOf(intent, item)) });
    expect(all.body).toMatchObject([{ id: `${number}-03` }, { id: `${number}-02` }, { id: `${number}-01` }]);
  });

  test('when one record is sent twenty times concurrently, then every response is the same line', async () => {
    const { email, intent, number } = await shop.buy();
    const responses = await Promise.all(Array.from({ length: 20 }, () => shop.postOrders({ email, body: shop.recordOf(intent) })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await shop.storedOrder(number)).lines).toHaveLength(1);
  });

  test('when the client sends a wrong price, status, line number and contest id, then the stored line is returned (customer 7.31)', async () => {
    const { email, intent, number } = await shop.buy({ items: ITEMS });
    const wrongFields = {
      price: 1,
      status: '納品済み',
      productionPossible: true,
      orderNumber: `${number}-99`,
      contestId: 1,
      contestName: CONTEST.name,
    };
    const { status, body } = await shop.postOrders({ email, body: { ...shop.recordOf(intent, ITEMS[2]), ...wrongFields } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ orderNumber: `${number}-03`, price: 4500, status: '未対応', contestId: CONTEST.id });
  });

  test.each([
    ['by the base number', (number: string) => ({ orderNumber: number })],
    ['by a line’s number', (number: string) => ({ orderNumber: `${number}-07` })],
    ['by the base number next to an unknown payment', (number: string) => ({ orderNumber: number, paymentIntentId: 'pi_unknown' })],
  ])('when the order is given %s, then it is found', async (_case, referenceOf) => {
    const { email, number } = await shop.buy();
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(referenceOf(number)) });
    expect(status).toBe(200);
    expect(body.id).toBe(`${number}-01`);
  });

  test.each([
    ['names no order', () => ({})],
    ['names an unknown payment', () => ({ paymentIntentId: 'pi_unknown' })],
    ['names an unknown number', () => ({ orderNumber: '99999999' })],
    ['names a malformed number', () => ({ orderNumber: '../../etc' })],
  ])('when a record %s, then 404', async (_case, reference) => {
    const { email } = await shop.buy();
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(reference()) });
    expect(status).toBe(404);
    expect(body.code).toBe('OrderNotFound');
  });

  test.each([
    ['another bib', { athleteNumber: '13' }],
    ['the bib without its zero', { athleteNumber: '0012' }],
    ['another category', { category: 'ビキニ' }],
    ['another contest', { contestId: 'contest-2' }],
    ['another contest by name', { contestId: 1, contestName: '関西オープン' }],
  ])('when a record is about %s, then 404', async (_case, change) => {
    const { email, intent } = await shop.buy({ items: ITEMS });
    const { status } = await shop.postOrders({ email, body: { ...shop.recordOf(intent, ITEMS[0]), ...change } });
    expect(status).toBe(404);
  });

  test('when the proof is of another address, then the response is the same as for an unknown order', async () => {
    const { intent, number } = await shop.buy();
    const stranger = await shop.postOrders({ email: shop.newEmail(), body: shop.recordOf(intent) });
    const unknown = await shop.postOrders({ email: shop.newEmail(), body: shop.recordOf({ paymentIntentId: 'pi_unknown' }) });
    expect(stranger.status).toBe(404);
    expect(stranger.body).toEqual(unknown.body);
    expect(JSON.stringify(stranger.body)).not.toContain(number);
  });

  test.each([
    ['there is no proof', () => undefined],
    ['the proof has expired', (email: string) => shop.identity.proofCookie(email, -1)],
  ])('when %s, then 401', async (_case, cookieOf) => {
    const { email, intent } = await shop.buy();
    const { status } = await shop.call({ method: 'POST', path: '/api/orders', cookie: cookieOf(email), body: shop.recordOf(intent) });
    expect(status).toBe(401);
  });

  test.each([
    ['nothing', undefined],
    ['an empty array', []],
    ['51 records', Array(51).fill({ category: 'c', athleteNumber: '1', style: '縦動画' })],
    ['queries', { paymentIntentId: { $ne: null }, category: 'c', athleteNumber: '1', style: '縦動画' }],
  ])('when the body is %s, then 400', async (_case, body) => {
    const { status } = await shop.postOrders({ email: shop.newEmail(), body });
    expect(status).toBe(400);
  });
});

describe('GET /api/user/orders', () => {
  test('when a customer is signed in, then only the paid lines of that address are listed, newest first (customer 3.7, 5.14, 6.2, 7.21)', async () => {
    const email = shop.newEmail();
    const first = await shop.buy({ email, items: ITEMS });
    const second = await shop.buy({ email });
    await shop.openPayment({ email });
    await shop.buy();
    const { status, body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { orderNumber: `${second.number}-01` },
      { orderNumber: `${first.number}-01` },
      { orderNumber: `${first.number}-02` },
      { orderNumber: `${first.number}-03` },
    ]);
    expect(body).toHaveLength(4);
  });

  test('when the address of the session is not verified, then its orders are hidden', async () => {
    const { email } = await shop.buy();
    const cookie = await shop.identity.sessionCookie({ email, emailProven: false });
    expect(await shop.call({ path: '/api/user/orders', cookie })).toMatchObject({ status: 200, body: [] });
  });

  test('when nobody is signed in, then 401 (customer 2.41)', async () => {
    const { email } = await shop.buy();
    expect((await shop.call({ path: '/api/user/orders', cookie: shop.identity.proofCookie(email) })).status).toBe(401);
  });
});
