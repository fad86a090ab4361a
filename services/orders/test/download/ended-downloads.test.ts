import { afterEach, describe, expect, test } from '@jest/globals';
import { downloadEnded } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { newBrowser, pageIdOf } from '../support/deliveries.ts';
import { CARDS, startShop } from '../support/shop.ts';

const DAY = 86_400_000;
const shop = useService(() => startShop({ now: () => new Date(Date.now() + clockOffset) }));
let clockOffset = 0;
afterEach(() => shop.simulator.setWebhookMode('deliver'));

const { correct, decline, eventsOf, reArm, recall, replaceVideo, waitForAuditEntry, waitForEvents } = adminOf(shop);

/** A delivered order whose three lines are claimed: two stored videos and an external link. */
const buyAndClaim = async ({ card = CARDS.good as string } = {}) => {
  const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2'), itemOf('3')], card });
  const lines = [`${number}-01`, `${number}-02`, `${number}-03`];
  const stored = lines.slice(0, 2).map((line) => [line, shop.videos.upload(line)]);
  const downloadUrls = { ...Object.fromEntries(stored), [lines[2]!]: 'https://videos.example/3' };
  const cookie = await shop.identity.adminCookie();
  const response = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body: { downloadUrls } });
  for (const line of lines) {
    const path = `/api/download/${pageIdOf(response)}/${line}/claim`;
    expect((await shop.call({ method: 'POST', path, cookie: newBrowser() })).status).toBe(200);
  }
  const claimIds = lines.slice(0, 2).map((line) => shop.videos.tickets.find(({ claimId }) => claimId.startsWith(line))!.claimId);
  return { number, intentId: intent.paymentIntentId, claimIds };
};
/** The claim ids in each of an order's download.ended events. */
const endedClaimIds = async (number: string, count = 1) =>
  (await waitForEvents({ number, type: 'download.ended', count })).map(({ data }) =>
    downloadEnded.schema.parse(data).claims.map(({ claimId }) => claimId),
  );

describe('the events that make media end downloads', () => {
  test('when a delivery is recalled, then one ends every claim of a stored video', async () => {
    const { number, claimIds } = await buyAndClaim();
    const until = (await shop.storedOrder(number)).lines[0]!.claim!.until.toISOString();
    await recall(number);
    expect(await endedClaimIds(number)).toEqual([claimIds]);
    expect(eventsOf('download.ended', number)[0]!.data).toMatchObject({ orderNumber: number, claims: [{ until }, {}] });
  });

  test('when one line is re-armed or replaced, then one ends the claim of that line', async () => {
    const { number, claimIds } = await buyAndClaim();
    await reArm(number, '02');
    await replaceVideo(number, 'https://new.example/1', '01');
    await reArm(number, '03');
    expect(await endedClaimIds(number, 2)).toEqual([[claimIds[1]], [claimIds[0]]]);
  });

  test('when the address is corrected, then one ends every claim, and the videos can be claimed on the new page', async () => {
    const { number, claimIds } = await buyAndClaim();
    const lines = [`${number}-01`, `${number}-02`, `${number}-03`];
    const claimedAt = (await shop.storedOrder(number)).lines.map(({ claim }) => claim!.claimedAt.toISOString());
    const { email: newEmail, page } = (await correct(number, shop.newEmail())).body;
    expect(await endedClaimIds(number)).toEqual([claimIds]);
    expect((await waitForAuditEntry(number, 'order.customer-corrected')).before).toMatchObject({ downloaded: lines, claimedAt });
    const stored = await shop.storedOrder(number);
    expect([stored.email, ...stored.lines.map(({ claim }) => claim)]).toEqual([newEmail, undefined, undefined, undefined]);
    const cookie = newBrowser();
    const claims = lines.map((line) => shop.call({ method: 'POST', path: `/api${page!.path}/${line}/claim`, cookie }));
    expect((await Promise.all(claims)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(shop.videos.tickets.slice(-2).map(({ claimId }) => claimIds.includes(claimId))).toEqual([false, false]);
  });

  test('when the address is corrected to the current one, then nothing ends', async () => {
    const { number, claimIds } = await buyAndClaim();
    const { email, lines } = await shop.storedOrder(number);
    await correct(number, email);
    expect((await shop.storedOrder(number)).lines).toEqual(lines);
    await reArm(number, '01');
    expect(await endedClaimIds(number)).toEqual([[claimIds[0]]]);
  });

  test('when everything is refunded by hand, then one ends every claim; a partial refund ends nothing', async () => {
    const { number, intentId, claimIds } = await buyAndClaim();
    const { claims } = { claims: (await shop.storedOrder(number)).lines.map(({ claim }) => claim) };
    await shop.stripe.refunds.create({ payment_intent: intentId, amount: 14_999 });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 14_999);
    expect(eventsOf('download.ended', number)).toEqual([]);
    await shop.stripe.refunds.create({ payment_intent: intentId, amount: 1 });
    expect(await endedClaimIds(number)).toEqual([claimIds]);
    expect((await shop.storedOrder(number)).lines.map(({ claim }) => claim)).toEqual(claims);
  });

  test('when the address is corrected after a full refund, then the claims stay as evidence', async () => {
    const { number, intentId, claimIds } = await buyAndClaim();
    await shop.stripe.refunds.create({ payment_intent: intentId });
    expect(await endedClaimIds(number)).toEqual([claimIds]);
    const { lines } = await shop.storedOrder(number);
    await correct(number, shop.newEmail());
    expect((await waitForAuditEntry(number, 'order.customer-corrected')).before).not.toHaveProperty('downloaded');
    expect((await shop.storedOrder(number)).lines).toEqual(lines);
    expect(eventsOf('download.ended', number)).toHaveLength(1);
  });

  test('when a dispute is lost, then one ends every claim; an open dispute ends nothing', async () => {
    const { number, intentId, claimIds } = await buyAndClaim({ card: CARDS.disputed });
    await shop.waitForOrder(number, ({ payment }) => payment.disputedAt !== undefined);
    expect(eventsOf('download.ended', number)).toEqual([]);
    await shop.simulator.closeDispute({ paymentIntent: intentId, outcome: 'lost' });
    expect(await endedClaimIds(number)).toEqual([claimIds]);
  });

  test('when the webhook of a lost dispute was lost, then the next attempt to decline a line ends every claim', async () => {
    const { number, intentId, claimIds } = await buyAndClaim({ card: CARDS.disputed });
    await shop.waitForOrder(number, ({ payment }) => payment.disputedAt !== undefined);
    shop.simulator.setWebhookMode('drop');
    await shop.simulator.closeDispute({ paymentIntent: intentId, outcome: 'lost' });
    // A line with a claim could not be declined.
    await shop.orders.updateOne({ number }, { $unset: { 'lines.2.claim': '' } });
    expect((await decline(number, '03')).body.code).toBe('RefundChargedBack');
    expect(await endedClaimIds(number)).toEqual([claimIds]);
  });

  test('when a lost dispute was recorded without ending the downloads, then the next attempt to decline a line ends them', async () => {
    const { number, intentId, claimIds } = await buyAndClaim({ card: CARDS.disputed });
    await shop.waitForOrder(number, ({ payment }) => payment.disputedAt !== undefined);
    shop.simulator.setWebhookMode('drop');
    await shop.simulator.closeDispute({ paymentIntent: intentId, outcome: 'lost' });
    await shop.orders.updateOne({ number }, { $set: { 'payment.disputeOutcome': 'lost' }, $unset: { 'lines.2.claim': '' } });
    expect((await decline(number, '03')).body.code).toBe('RefundChargedBack');
    expect(await endedClaimIds(number)).toEqual([claimIds]);
  });

  test('when a full refund fails within a day, then the stored videos can be claimed again, and the old claims stay ended', async () => {
    const { number, intentId, claimIds } = await buyAndClaim();
    const { id } = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 15_000 });
    expect(await endedClaimIds(number)).toEqual([claimIds]);
    const outside = (await shop.storedOrder(number)).lines[2]!.claim;
    await shop.simulator.failRefund(id);
    const { lines, download } = await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 0);
    expect(lines.map(({ claim, reArmedAt }) => [claim, reArmedAt !== undefined])).toEqual([
      [undefined, true],
      [undefined, true],
      [outside, false],
    ]);
    expect(await endedClaimIds(number, 2)).toEqual([claimIds, claimIds]);
    const path = `/api/download/${download!.pageId}/${number}-01/claim`;
    expect((await shop.call({ method: 'POST', path, cookie: newBrowser() })).status).toBe(200);
    const { claimId } = shop.videos.tickets.at(-1)!;
    expect([claimId.startsWith(`${number}-01`), claimIds.includes(claimId)]).toEqual([true, false]);
  });

  test('when the webhook of a failed refund reveals a later full refund, then one ends every claim', async () => {
    const { number, intentId, claimIds } = await buyAndClaim();
    shop.simulator.setWebhookMode('drop');
    const { id } = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 3000 });
    await shop.simulator.failRefund(id);
    await shop.stripe.refunds.create({ payment_intent: intentId, amount: 15_000 });
    const { data } = await shop.stripe.events.list({ limit: 100, type: 'refund.failed' });
    const event = data.find(({ data: { object } }) => (object as { id?: string }).id === id)!;
    expect((await shop.signedWebhook({ event })).status).toBe(200);
    expect((await shop.storedOrder(number)).payment.refundedAmount).toBe(15_000);
    expect(await endedClaimIds(number)).toEqual([claimIds]);
  });

  test('when the claim has expired, then nothing ends', async () => {
    const { number, claimIds } = await buyAndClaim();
    clockOffset = 2 * DAY;
    await reArm(number, '01');
    clockOffset = 0;
    await reArm(number, '02');
    expect(await endedClaimIds(number)).toEqual([[claimIds[1]]]);
  });
});
