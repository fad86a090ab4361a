import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { downloadEnded } from '@stagereel/contracts';
import { newBrowser } from './support/browsers.ts';
import { itemOf } from './support/catalog.ts';
import { pageIdOf } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

const DAY = 86_400_000;
let shop: Shop;
let clockOffset = 0;
beforeAll(async () => {
  shop = await startShop({ now: () => new Date(Date.now() + clockOffset) });
});
afterAll(() => shop?.stop());
afterEach(() => shop.simulator.setWebhookMode('deliver'));

const { correct, decline, eventsOf, reArm, recall, replaceVideo, untilActed, untilEvents } = deskOf(() => shop);

/** An order whose stored videos are claimed, all but the last, which is an outside link and claimed as well. */
const claimed = async ({ card = CARDS.good as string } = {}) => {
  const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2'), itemOf('3')], card });
  const lines = [`${number}-01`, `${number}-02`, `${number}-03`];
  const stored = lines.slice(0, 2).map((line) => [line, shop.videos.upload(line)]);
  const downloadUrls = { ...Object.fromEntries(stored), [lines[2]!]: 'https://videos.example/3' };
  const cookie = await shop.identity.adminCookie();
  const answer = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body: { downloadUrls } });
  for (const line of lines) {
    const path = `/api/download/${pageIdOf(answer)}/${line}/claim`;
    expect((await shop.call({ method: 'POST', path, cookie: newBrowser() })).status).toBe(200);
  }
  const claimIds = lines.slice(0, 2).map((line) => shop.videos.tickets.find(({ claimId }) => claimId.startsWith(line))!.claimId);
  return { number, intentId: intent.paymentIntentId, claimIds };
};
/** The claims that so many events of an order ended, each event by itself. */
const endedOf = async (number: string, count = 1) =>
  (await untilEvents({ number, type: 'download.ended', count })).map(({ data }) =>
    downloadEnded.schema.parse(data).claims.map(({ claimId }) => claimId),
  );

describe('what media is to end', () => {
  test('when a delivery is recalled, then every claim of a stored video, until when it would have lasted', async () => {
    const { number, claimIds } = await claimed();
    const until = (await shop.stored(number)).lines[0]!.claim!.until.toISOString();
    await recall(number);
    expect(await endedOf(number)).toEqual([claimIds]);
    expect(eventsOf('download.ended', number)[0]!.data).toMatchObject({ orderNumber: number, claims: [{ until }, {}] });
  });

  test('when one line is re-armed or replaced, then the claim of that line alone', async () => {
    const { number, claimIds } = await claimed();
    await reArm(number, '02');
    await replaceVideo(number, 'https://new.example/1', '01');
    await reArm(number, '03');
    expect(await endedOf(number, 2)).toEqual([[claimIds[1]], [claimIds[0]]]);
  });

  test('when the address is corrected, then every claim, and whoever has the new one may claim anew', async () => {
    const { number, claimIds } = await claimed();
    const lines = [`${number}-01`, `${number}-02`, `${number}-03`];
    const claimedAt = (await shop.stored(number)).lines.map(({ claim }) => claim!.claimedAt.toISOString());
    const { email: right, page } = (await correct(number, shop.newEmail())).body;
    expect(await endedOf(number)).toEqual([claimIds]);
    expect((await untilActed(number, 'order.customer-corrected')).before).toMatchObject({ downloaded: lines, claimedAt });
    const stored = await shop.stored(number);
    expect([stored.email, ...stored.lines.map(({ claim }) => claim)]).toEqual([right, undefined, undefined, undefined]);
    const cookie = newBrowser();
    const claims = lines.map((line) => shop.call({ method: 'POST', path: `/api${page!.path}/${line}/claim`, cookie }));
    expect((await Promise.all(claims)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(shop.videos.tickets.slice(-2).map(({ claimId }) => claimIds.includes(claimId))).toEqual([false, false]);
  });

  test('when the address is corrected to the one it has, then nothing ends', async () => {
    const { number, claimIds } = await claimed();
    const { email, lines } = await shop.stored(number);
    await correct(number, email);
    expect((await shop.stored(number)).lines).toEqual(lines);
    await reArm(number, '01');
    expect(await endedOf(number)).toEqual([[claimIds[0]]]);
  });

  test('when all the money goes back by hand, then every claim, and nothing while a part is left', async () => {
    const { number, intentId, claimIds } = await claimed();
    const { claims } = { claims: (await shop.stored(number)).lines.map(({ claim }) => claim) };
    await shop.stripe.refunds.create({ payment_intent: intentId, amount: 14_999 });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 14_999);
    expect(eventsOf('download.ended', number)).toEqual([]);
    await shop.stripe.refunds.create({ payment_intent: intentId, amount: 1 });
    expect(await endedOf(number)).toEqual([claimIds]);
    expect((await shop.stored(number)).lines.map(({ claim }) => claim)).toEqual(claims);
  });

  test('when the address is corrected after all the money went back, then the claims stay for what may be asked of them', async () => {
    const { number, intentId, claimIds } = await claimed();
    await shop.stripe.refunds.create({ payment_intent: intentId });
    expect(await endedOf(number)).toEqual([claimIds]);
    const { lines } = await shop.stored(number);
    await correct(number, shop.newEmail());
    expect((await untilActed(number, 'order.customer-corrected')).before).not.toHaveProperty('downloaded');
    expect((await shop.stored(number)).lines).toEqual(lines);
    expect(eventsOf('download.ended', number)).toHaveLength(1);
  });

  test('when a dispute is lost, then every claim, and nothing while it is open', async () => {
    const { number, intentId, claimIds } = await claimed({ card: CARDS.disputed });
    await shop.until(number, ({ payment }) => payment.disputedAt !== undefined);
    expect(eventsOf('download.ended', number)).toEqual([]);
    await shop.simulator.closeDispute({ paymentIntent: intentId, outcome: 'lost' });
    expect(await endedOf(number)).toEqual([claimIds]);
  });

  test('when the news of the lost dispute never came, then what the provider says on a refund ends them', async () => {
    const { number, intentId, claimIds } = await claimed({ card: CARDS.disputed });
    await shop.until(number, ({ payment }) => payment.disputedAt !== undefined);
    shop.simulator.setWebhookMode('drop');
    await shop.simulator.closeDispute({ paymentIntent: intentId, outcome: 'lost' });
    // The line was never downloaded, as far as declining is concerned.
    await shop.orders.updateOne({ number }, { $unset: { 'lines.2.claim': '' } });
    expect((await decline(number, '03')).body.code).toBe('RefundChargedBack');
    expect(await endedOf(number)).toEqual([claimIds]);
  });

  test('when the lost dispute was noted and its downloads did not end, then the next refund that is tried ends them', async () => {
    const { number, intentId, claimIds } = await claimed({ card: CARDS.disputed });
    await shop.until(number, ({ payment }) => payment.disputedAt !== undefined);
    shop.simulator.setWebhookMode('drop');
    await shop.simulator.closeDispute({ paymentIntent: intentId, outcome: 'lost' });
    await shop.orders.updateOne({ number }, { $set: { 'payment.disputeOutcome': 'lost' }, $unset: { 'lines.2.claim': '' } });
    expect((await decline(number, '03')).body.code).toBe('RefundChargedBack');
    expect(await endedOf(number)).toEqual([claimIds]);
  });

  test('when all the money comes back from the card within the day, then the stored videos are claimed anew, and the old claims stay ended', async () => {
    const { number, intentId, claimIds } = await claimed();
    const { id } = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 15_000 });
    expect(await endedOf(number)).toEqual([claimIds]);
    const outside = (await shop.stored(number)).lines[2]!.claim;
    await shop.simulator.failRefund(id);
    const { lines, download } = await shop.until(number, ({ payment }) => payment.refundedAmount === 0);
    expect(lines.map(({ claim, reArmedAt }) => [claim, reArmedAt !== undefined])).toEqual([
      [undefined, true],
      [undefined, true],
      [outside, false],
    ]);
    expect(await endedOf(number, 2)).toEqual([claimIds, claimIds]);
    const path = `/api/download/${download!.pageId}/${number}-01/claim`;
    expect((await shop.call({ method: 'POST', path, cookie: newBrowser() })).status).toBe(200);
    const { claimId } = shop.videos.tickets.at(-1)!;
    expect([claimId.startsWith(`${number}-01`), claimIds.includes(claimId)]).toEqual([true, false]);
  });

  test('when the news of a refund that came back is the first of a later one of the whole price, then every claim', async () => {
    const { number, intentId, claimIds } = await claimed();
    shop.simulator.setWebhookMode('drop');
    const { id } = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 3000 });
    await shop.simulator.failRefund(id);
    await shop.stripe.refunds.create({ payment_intent: intentId, amount: 15_000 });
    const { data } = await shop.stripe.events.list({ limit: 100, type: 'refund.failed' });
    const event = data.find(({ data: { object } }) => (object as { id?: string }).id === id)!;
    expect((await shop.signedWebhook({ event })).status).toBe(200);
    expect((await shop.stored(number)).payment.refundedAmount).toBe(15_000);
    expect(await endedOf(number)).toEqual([claimIds]);
  });

  test('when the day of a claim is over, then there is nothing to end', async () => {
    const { number, claimIds } = await claimed();
    clockOffset = 2 * DAY;
    await reArm(number, '01');
    clockOffset = 0;
    await reArm(number, '02');
    expect(await endedOf(number)).toEqual([[claimIds[1]]]);
  });
});
