import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { testCards } from '../src/cards.ts';
import { browserPost, cardFields, type Harness, rejection, startHarness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const open = (amount = 5000) => harness.stripe.paymentIntents.create({ amount, currency: 'jpy', metadata: { order_number: '12345678' } });

async function typeCard(number: string, more: { card?: Record<string, string>; headers?: Record<string, string> } = {}) {
  const intent = await open();
  const answer = await browserPost({
    url: `${harness.url}/v1/payment_intents/${intent.id}/confirm`,
    fields: cardFields({ number, clientSecret: intent.client_secret!, card: more.card }),
    headers: more.headers,
  });
  return { ...answer, intent: await harness.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }) };
}

describe('approved cards', () => {
  const good = testCards.filter(({ scenario }) => scenario === 'approved');

  test.each(good)('when $brand $number is typed, then the payment succeeds', async ({ number, brand }) => {
    const { status, body, intent } = await typeCard(number, { card: { cvc: brand === 'amex' ? '1234' : '123' } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'payment_intent', status: 'succeeded', next_action: null, last_payment_error: null });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 5000,
      amount_received: 5000,
      payment_method: expect.stringMatching(/^pm_/),
    });
    expect(intent.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      status: 'succeeded',
      amount: 5000,
      payment_intent: intent.id,
      billing_details: { name: 'YAMADA TARO' },
      metadata: { order_number: '12345678' },
      payment_method_details: { type: 'card', card: { brand, last4: number.slice(-4), exp_month: 12 } },
    });
  });

  test.each(good)('when the server confirms with $token, then the payment succeeds by that brand', async ({ token, brand }) => {
    const { id } = await open();
    const intent = await harness.stripe.paymentIntents.confirm(id, { payment_method: token, expand: ['latest_charge'] });

    expect(intent.status).toBe('succeeded');
    expect(intent.latest_charge).toMatchObject({ payment_method_details: { card: { brand } } });
  });

  test('when the number has spaces or the year has two digits, then the card is accepted', async () => {
    const { status } = await typeCard('4242 4242 4242 4242', { card: { exp_year: String(new Date().getUTCFullYear() + 2).slice(2) } });
    expect(status).toBe(200);
  });

  test('when no security code is sent, then the card is charged without checking it', async () => {
    const { id } = await open();
    const intent = await harness.stripe.paymentIntents.confirm(id, {
      payment_method_data: { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2070 } } as never,
    });
    expect(intent.status).toBe('succeeded');
  });
});

describe('declined cards', () => {
  const declined = [
    ['4000000000000002', 'pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
  ] as const;

  test.each(declined)(
    'when %s is typed, then it is a 402 and the payment waits for another card',
    async (number, _token, code, declineCode) => {
      const { status, body, intent } = await typeCard(number);

      expect(status).toBe(402);
      expect(body.error).toMatchObject({
        type: 'card_error',
        code,
        decline_code: declineCode,
        message: expect.any(String),
        payment_method: { card: { last4: number.slice(-4) } },
        payment_intent: { id: intent.id, status: 'requires_payment_method', last_payment_error: { code, decline_code: declineCode } },
      });
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        amount_received: 0,
        payment_method: null,
        last_payment_error: { type: 'card_error', code, decline_code: declineCode, message: body.error.message },
        latest_charge: { status: 'failed', paid: false, failure_code: code },
      });
    },
  );

  test.each(declined)(
    'when the server confirms with the token of %s (%s), then the SDK raises a card error',
    async (_number, token, code, declineCode) => {
      const { id } = await open();
      const error = await rejection(harness.stripe.paymentIntents.confirm(id, { payment_method: token }));

      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
      expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode, requestId: expect.stringMatching(/^req_/) });
      expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method', metadata: { order_number: '12345678' } });
    },
  );

  test('when the card is not a test card, then it is declined as a live card', async () => {
    const { status, body } = await typeCard('4539578763621486');
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
  });

  test('when a good card follows a declined one, then the payment succeeds and its error is cleared', async () => {
    const { id } = await open();
    await rejection(harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }));
    const intent = await harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null, amount_received: 5000 });
  });
});

describe('invalid card details', () => {
  const lastYear = String(new Date().getUTCFullYear() - 1);
  const wrong = [
    ['a number that fails the Luhn check', '4242424242424241', {}, 'incorrect_number', 'number'],
    ['a number that is too short', '42424242', {}, 'incorrect_number', 'number'],
    ['letters for a number', '4242abcd42424242', {}, 'incorrect_number', 'number'],
    ['month 13', '4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    ['month 0', '4242424242424242', { exp_month: '0' }, 'invalid_expiry_month', 'exp_month'],
    ['a year that is no year', '4242424242424242', { exp_year: 'abc' }, 'invalid_expiry_year', 'exp_year'],
    ['a year far away', '4242424242424242', { exp_year: '2198' }, 'invalid_expiry_year', 'exp_year'],
    ['last year', '4242424242424242', { exp_year: lastYear }, 'expired_card', 'exp_year'],
    ['a security code of two digits', '4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
  ] as const;

  test.each(wrong)('when %s is typed, then it is refused and nothing is charged', async (_what, number, card, code, param) => {
    const { status, body, intent } = await typeCard(number, { card });

    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param });
    expect(intent).toMatchObject({ status: 'requires_payment_method', latest_charge: null, last_payment_error: null });
  });

  test('when a card expires this month, then it is valid until the end of the month', async () => {
    const clock = { now: new Date('2031-02-28T23:59:59Z') };
    const own = await startHarness({ now: () => clock.now });
    const pay = async () => {
      const intent = await own.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
      const fields = cardFields({
        number: '4242424242424242',
        clientSecret: intent.client_secret!,
        card: { exp_month: '2', exp_year: '2031' },
      });
      return (await browserPost({ url: `${own.url}/v1/payment_intents/${intent.id}/confirm`, fields })).status;
    };
    expect(await pay()).toBe(200);
    clock.now = new Date('2031-03-01T00:00:00Z');
    expect(await pay()).toBe(402);
    await own.close();
  });
});

test('when cards were charged, declined and rejected, then no card number is stored', async () => {
  const numbers = ['4242424242424242', '4000000000000002', '4539578763621486', '4242424242424241'];
  for (const number of numbers) await typeCard(number, { headers: { 'idempotency-key': `card-${number.slice(-4)}-once` } });

  await harness.restart();
  const stored = await readFile(join(harness.dataDir, 'payments.json'), 'utf8');
  expect(stored).toContain('"last4":"4242"');
  for (const { number } of testCards) expect(stored).not.toContain(number);
  for (const number of numbers) expect(stored).not.toContain(number);
  expect(stored).not.toMatch(/"cvc":/);
});

test('when a disputed card is charged, then the charge is marked and the dispute is in the list', async () => {
  const { id } = await open();
  const intent = await harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_createDispute', expand: ['latest_charge'] });
  expect(intent.status).toBe('succeeded');
  const charge = (await harness.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge as Stripe.Charge;
  expect(charge.disputed).toBe(true);

  const [event] = (await harness.stripe.events.list({ type: 'charge.dispute.created' })).data;
  const [dispute] = (await harness.stripe.disputes.list({ payment_intent: id, expand: ['data.charge'] })).data;
  expect(dispute?.id).toBe((event!.data.object as Stripe.Dispute).id);
  expect(dispute).toMatchObject({ object: 'dispute', amount: 5000, reason: 'fraudulent', status: 'needs_response', payment_intent: id });
  expect(dispute?.charge).toMatchObject({ id: charge.id });
});
