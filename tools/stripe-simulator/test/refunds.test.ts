import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { type Harness, rejection, startHarness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

async function paid(amount = 10_000, payment_method = 'pm_card_visa') {
  const intent = await harness.stripe.paymentIntents.create({ amount, currency: 'jpy', confirm: true, payment_method });
  return { id: intent.id, charge: String(intent.latest_charge) };
}
const chargeOf = async (id: string) => (await harness.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge;

test('when a payment is refunded without an amount, then all of it is refunded', async () => {
  const { id, charge } = await paid();
  const refund = await harness.stripe.refunds.create({
    payment_intent: id,
    metadata: { line: '12345678-01' },
  });

  expect(refund).toMatchObject({
    id: expect.stringMatching(/^re_\w{24}$/),
    object: 'refund',
    amount: 10_000,
    charge,
    payment_intent: id,
    currency: 'jpy',
    metadata: { line: '12345678-01' },
    status: 'succeeded',
  });
  expect(await chargeOf(id)).toMatchObject({ amount: 10_000, amount_refunded: 10_000, refunded: true, status: 'succeeded' });
  expect((await harness.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  const { lastResponse: _, ...made } = refund;
  expect((await harness.stripe.refunds.list({ payment_intent: id })).data).toEqual([made]);
});

test('when parts are refunded, then they add up, the remainder can be refunded without an amount, and nothing more', async () => {
  const { id } = await paid();
  await harness.stripe.refunds.create({ payment_intent: id, amount: 3000 });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 3000, refunded: false });

  const tooMuch = await rejection(harness.stripe.refunds.create({ payment_intent: id, amount: 7001 }));
  expect(tooMuch).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 3000 });

  const rest = await harness.stripe.refunds.create({ payment_intent: id });
  expect(rest.amount).toBe(7000);
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 10_000, refunded: true });
  expect(await rejection(harness.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  });

  const list = await harness.stripe.refunds.list({ payment_intent: id });
  expect(list.data.map(({ amount }) => amount)).toEqual([7000, 3000]);
});

test('when a refund fails afterwards, then its amount can be refunded again, and it cannot fail twice', async () => {
  const { id } = await paid();
  const refund = await harness.stripe.refunds.create({ payment_intent: id });
  expect(await harness.simulator.failRefund(refund.id)).toBe(true);
  expect(await harness.simulator.failRefund(refund.id)).toBe(false);
  const [failedRefund] = (await harness.stripe.refunds.list({ payment_intent: id })).data;
  expect(failedRefund).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await harness.stripe.refunds.create({ payment_intent: id })).amount).toBe(10_000);
  const failed = await fetch(`${harness.url}/_simulator/refunds/${refund.id}/fail`, { method: 'POST' });
  expect(failed.status).toBe(404);
});

test.each([
  ['won', true],
  ['lost', false],
] as const)('when a dispute is %s, then whether the payment can be refunded is %s', async (outcome, isRefundable) => {
  const { id, charge } = await paid(3000, 'pm_card_createDispute');
  const close = (body: object) =>
    fetch(`${harness.url}/_simulator/payment_intents/${id}/close-dispute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await close({ outcome: 'drawn' })).status).toBe(400);
  expect([(await close({ outcome })).status, (await close({ outcome })).status]).toEqual([200, 404]);
  expect((await harness.stripe.disputes.list({ payment_intent: id })).data).toMatchObject([{ charge, status: outcome }]);
  expect(await chargeOf(id)).toMatchObject({ disputed: true });
  if (isRefundable) expect((await harness.stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded');
  else expect(await rejection(harness.stripe.refunds.create({ payment_intent: id }))).toMatchObject({ code: 'charge_disputed' });
});

test('when 20 refunds of a third are requested at once, then exactly three are made', async () => {
  const { id } = await paid(9000);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => harness.stripe.refunds.create({ payment_intent: id, amount: 3000 })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 9000, refunded: true });
  expect((await harness.stripe.refunds.list({ payment_intent: id })).data.reduce((sum, { amount }) => sum + amount, 0)).toBe(9000);
});

test('when a charge is disputed, then it cannot be refunded', async () => {
  const { id } = await paid(10_000, 'pm_card_createDispute');
  expect(await rejection(harness.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    statusCode: 400,
    code: 'charge_disputed',
  });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, disputed: true });
});

test('when there is nothing to refund, then the response is 400', async () => {
  const unpaid = await harness.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
  const declined = await harness.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
  await rejection(harness.stripe.paymentIntents.confirm(declined.id, { payment_method: 'pm_card_visa_chargeDeclined' }));
  const { id } = await paid();
  const refusals: Stripe.RefundCreateParams[] = [
    {},
    { payment_intent: unpaid.id },
    { payment_intent: declined.id },
    { payment_intent: 'pi_nobody' },
    { payment_intent: id, amount: 0 },
    { payment_intent: id, amount: -100 },
    { payment_intent: id, amount: 10.5 },
  ];
  for (const refusal of refusals) expect(await rejection(harness.stripe.refunds.create(refusal))).toMatchObject({ statusCode: 400 });
  expect((await harness.stripe.refunds.list({ payment_intent: id })).data).toEqual([]);
});
