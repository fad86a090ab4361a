import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { browserPost, cardFields, type Harness, rejection, startHarness, until, webhookSecret } from './support/harness.ts';
import { type Receiver, startReceiver } from './support/webhook-receiver.ts';

let receiver: Receiver;
let harness: Harness;
beforeEach(async () => {
  receiver = await startReceiver();
  harness = await startHarness({ webhookUrl: receiver.url });
});
afterEach(async () => {
  await harness.close();
  await receiver.close();
});

const open = () => harness.stripe.paymentIntents.create({ amount: 5000, currency: 'jpy', metadata: { order_number: '12345678' } });
async function pay(payment_method = 'pm_card_visa') {
  const { id } = await open();
  await harness.stripe.paymentIntents.confirm(id, { payment_method });
  return id;
}
const delivered = () =>
  until(
    () => harness.simulator.deliveries(),
    (deliveries) => deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered'),
  );
const intentOf = (event: Stripe.Event) => event.data.object as Stripe.PaymentIntent;

describe('webhook events', () => {
  test('when a payment succeeds, then a signed event in Stripe’s format reports it', async () => {
    const id = await pay();
    const { event, signature, payload } = await receiver.waitFor('payment_intent.succeeded');

    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_\w{24}$/),
      object: 'event',
      api_version: Stripe.API_VERSION,
      type: 'payment_intent.succeeded',
      data: {
        object: { id, object: 'payment_intent', status: 'succeeded', amount_received: 5000, metadata: { order_number: '12345678' } },
      },
    });
    expect(() => Stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow(Stripe.errors.StripeSignatureVerificationError);
    expect(() => Stripe.webhooks.constructEvent(payload.replace('5000', '1'), signature, webhookSecret)).toThrow();

    await delivered();
    const listed = (await harness.stripe.events.list({ limit: 100 })).data.find((each) => each.id === event.id);
    expect(listed).toEqual(event);
  });

  test('when a card is declined, then payment_failed contains the reason', async () => {
    const { id } = await open();
    await rejection(harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }));
    const { event } = await receiver.waitFor('payment_intent.payment_failed');
    expect(intentOf(event)).toMatchObject({
      id,
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
  });

  test('when a card must be authenticated, then requires_action comes first and the outcome after it', async () => {
    const intent = await open();
    const { body } = await browserPost({
      url: `${harness.url}/v1/payment_intents/${intent.id}/confirm`,
      fields: cardFields({ number: '4000002500003155', clientSecret: intent.client_secret! }),
    });
    await receiver.waitFor('payment_intent.requires_action');
    await fetch(body.next_action.redirect_to_url.url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'allow' }),
      redirect: 'manual',
    });
    const { event } = await receiver.waitFor('payment_intent.succeeded');
    expect(intentOf(event).id).toBe(intent.id);
    expect(receiver.types()).toEqual(['payment_intent.requires_action', 'payment_intent.succeeded']);
  });

  test('when a payment is cancelled, refunded or disputed, then an event reports it', async () => {
    const { id } = await open();
    await harness.stripe.paymentIntents.cancel(id);
    expect(intentOf((await receiver.waitFor('payment_intent.canceled')).event)).toMatchObject({ id, status: 'canceled' });

    const paid = await pay();
    await harness.stripe.refunds.create({ payment_intent: paid, amount: 2000 });
    await harness.stripe.refunds.create({ payment_intent: paid });
    const first = (await receiver.waitFor('charge.refunded')).event.data;
    const second = (await receiver.waitFor('charge.refunded', 2)).event.data;
    expect(
      [first, second].sort((a, b) => (a.object as Stripe.Charge).amount_refunded - (b.object as Stripe.Charge).amount_refunded),
    ).toEqual([
      {
        object: expect.objectContaining({ payment_intent: paid, amount_refunded: 2000, refunded: false }),
        previous_attributes: { amount_refunded: 0 },
      },
      {
        object: expect.objectContaining({ payment_intent: paid, amount_refunded: 5000, refunded: true }),
        previous_attributes: { amount_refunded: 2000, refunded: false },
      },
    ]);

    const disputed = await pay('pm_card_createDispute');
    const { event } = await receiver.waitFor('charge.dispute.created');
    expect(event.data.object).toMatchObject({ object: 'dispute', payment_intent: disputed, status: 'needs_response' });
    await harness.simulator.closeDispute({ paymentIntent: disputed, outcome: 'lost' });
    expect((await receiver.waitFor('charge.dispute.closed')).event.data.object).toMatchObject({ payment_intent: disputed, status: 'lost' });

    const sentBack = await pay();
    const refund = await harness.stripe.refunds.create({ payment_intent: sentBack });
    await harness.simulator.failRefund(refund.id);
    expect((await receiver.waitFor('refund.failed')).event.data.object).toMatchObject({ id: refund.id, status: 'failed' });
  });

  test('when settlement is held, then processing is reported before the success', async () => {
    await harness.simulator.setSettlementMode('hold');
    await pay();
    await receiver.waitFor('payment_intent.processing');
    await harness.simulator.setSettlementMode('settle');
    await receiver.waitFor('payment_intent.succeeded');
    expect(receiver.types()).toEqual(['payment_intent.processing', 'payment_intent.succeeded']);
  });

  test('when there is no webhook address, then nothing is sent and the events can still be read', async () => {
    const own = await startHarness();
    await own.stripe.paymentIntents.create({ amount: 500, currency: 'jpy', confirm: true, payment_method: 'pm_card_visa' });
    const [delivery] = await until(
      () => own.simulator.deliveries(),
      ([first]) => first?.status !== 'pending',
    );
    expect(delivery).toMatchObject({ status: 'dropped', attempts: 0 });
    const listed = await own.stripe.events.list({ type: 'payment_intent.succeeded' });
    expect(listed.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded']);
    await own.close();
  });
});

describe('webhook retries', () => {
  test('when the receiver fails four times, then the same event is sent a fifth time, with a new signature each time', async () => {
    const clock = { seconds: Math.floor(Date.now() / 1000) };
    await harness.close();
    harness = await startHarness({
      webhookUrl: receiver.url,
      now: () => {
        clock.seconds += 1;
        return new Date(clock.seconds * 1000);
      },
      webhookRetrySeconds: [0, 0.02],
    });
    const answers = [500, 404, 302, 400];
    receiver.respondWith(() => answers.shift() ?? 200);
    await pay();

    const [delivery] = await delivered();
    expect(delivery).toMatchObject({ type: 'payment_intent.succeeded', attempts: 5, lastStatus: 200, lastError: null });
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ payload }) => payload)).size).toBe(1);
    expect(new Set(receiver.received.map(({ signature }) => signature)).size).toBe(5);
  });

  test('when the receiver is down, then the event is retried until it is up', async () => {
    const { hostname: host, port } = new URL(receiver.url);
    await receiver.close();
    await pay();
    const [waiting] = await until(
      () => harness.simulator.deliveries(),
      ([delivery]) => (delivery?.attempts ?? 0) >= 3,
    );
    expect(waiting).toMatchObject({ status: 'pending', lastStatus: null, lastError: expect.stringContaining('ECONNREFUSED') });
    receiver = await startReceiver({ host, port: Number(port) });
    await receiver.waitFor('payment_intent.succeeded');
    await delivered();
  });

  test('when the receiver never responds, then the attempt times out and is retried', async () => {
    await harness.restart({ webhookTimeoutSeconds: 2 });
    let calls = 0;
    receiver.respondWith(() => {
      calls += 1;
      return calls === 1 ? 'hang' : 200;
    });
    await pay();
    const [delivery] = await delivered();
    expect(delivery).toMatchObject({ attempts: 2, lastStatus: 200 });
  });

  test('when one event is always rejected, then the others are sent without delay', async () => {
    const stuck = await open();
    receiver.respondWith((event) => (intentOf(event).id === stuck.id ? 500 : 200));
    await harness.stripe.paymentIntents.confirm(stuck.id, { payment_method: 'pm_card_visa' });
    const others = await Promise.all(Array.from({ length: 10 }, () => pay()));
    await receiver.waitFor('payment_intent.succeeded', 11);
    const statuses = await until(
      () => harness.simulator.deliveries(),
      (deliveries) => deliveries.filter(({ status }) => status === 'delivered').length === others.length,
    );
    expect(statuses.filter(({ status }) => status === 'pending')).toHaveLength(1);
  });

  test('when three days have passed, then the event is abandoned', async () => {
    const clock = { ms: Date.now() };
    await harness.close();
    harness = await startHarness({ webhookUrl: receiver.url, now: () => new Date(clock.ms) });
    receiver.respondWith(() => 500);
    await pay();
    await receiver.waitFor('payment_intent.succeeded', 2);
    clock.ms += 3 * 86_400_000;
    const [delivery] = await until(
      () => harness.simulator.deliveries(),
      ([first]) => first?.status !== 'pending',
    );
    expect(delivery?.status).toBe('abandoned');
  });
});

describe('webhook controls', () => {
  test('when webhooks are held, then they are sent only after the release', async () => {
    harness.simulator.holdWebhooks();
    await pay();
    await pay();
    expect(harness.simulator.deliveries().map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(receiver.received).toEqual([]);
    harness.simulator.releaseWebhooks();
    await receiver.waitFor('payment_intent.succeeded', 2);
  });

  test('when webhooks are dropped over HTTP, then they are not sent, and later ones are', async () => {
    const setMode = (mode: string) =>
      fetch(`${harness.url}/_simulator/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode }),
      });
    expect((await setMode('lose')).status).toBe(400);
    expect((await setMode('drop')).status).toBe(200);
    const lost = await pay();
    await until(
      () => harness.simulator.deliveries(),
      ([delivery]) => delivery?.status === 'dropped',
    );
    await setMode('deliver');
    const told = await pay();
    expect(intentOf((await receiver.waitFor('payment_intent.succeeded')).event).id).toBe(told);

    const listed = (await (await fetch(`${harness.url}/_simulator/deliveries`)).json()) as { type: string; status: string }[];
    expect(listed[0]).toMatchObject({ type: 'payment_intent.succeeded', status: 'dropped' });
    expect((await harness.stripe.paymentIntents.retrieve(lost)).status).toBe('succeeded');
  });

  test('when an event is sent again, then the receiver gets the same event twice', async () => {
    await pay();
    const { event } = await receiver.waitFor('payment_intent.succeeded');
    await delivered();
    const resend = (id: string) => fetch(`${harness.url}/_simulator/events/${id}/resend`, { method: 'POST' });
    expect((await resend(event.id)).status).toBe(202);
    const again = await receiver.waitFor('payment_intent.succeeded', 2);
    expect(again.event).toEqual(event);
    expect((await resend('evt_nobody')).status).toBe(404);
  });
});
