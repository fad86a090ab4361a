import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { browserPost, cardFields, type Harness, rejection, startHarness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const returnUrl = 'http://shop.example:3000/payment-complete?order=12345678&x=%E3%81%82';

async function challenged(number = '4000002500003155') {
  const intent = await harness.stripe.paymentIntents.create({ amount: 12_000, currency: 'jpy' });
  const answer = await browserPost({
    url: `${harness.url}/v1/payment_intents/${intent.id}/confirm`,
    fields: cardFields({ number, clientSecret: intent.client_secret!, returnUrl }),
  });
  const action = answer.body.next_action;
  return { id: intent.id, clientSecret: intent.client_secret!, answer, action, pageUrl: action?.redirect_to_url.url };
}

const press = (pageUrl: string, decision: string) =>
  fetch(pageUrl, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
const statusOf = async (id: string) => (await harness.stripe.paymentIntents.retrieve(id)).status;

describe('3-D Secure', () => {
  test.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
    'when %s is used, then the bank’s page is asked for',
    async (number) => {
      const { answer, action, id } = await challenged(number);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ status: 'requires_action', last_payment_error: null });
      expect(action).toEqual({
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: returnUrl,
          url: expect.stringMatching(new RegExp(`^${harness.url}/redirect/authenticate/auth_\\w{24}$`)),
        },
      });
      expect(await harness.stripe.paymentIntents.retrieve(id)).toMatchObject({
        status: 'requires_action',
        amount_received: 0,
        latest_charge: null,
      });
    },
  );

  test('when the page is opened, then it shows amount and card in Japanese, works without a script and decides nothing', async () => {
    const { pageUrl, id } = await challenged();
    const response = await fetch(pageUrl);
    const page = await response.text();

    expect(response.status).toBe(200);
    expect(page).toContain('<html lang="ja">');
    expect(page).toContain('name="viewport"');
    expect(page).toContain('¥12,000');
    expect(page).toContain('•••• 3155');
    expect(page).toMatch(/<button[^>]*value="allow">承認する<\/button>/);
    expect(page).toMatch(/<button[^>]*value="refuse">拒否する<\/button>/);
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self' http://shop.example:3000;");
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await statusOf(id)).toBe('requires_action');
  });

  test('when the customer allows, then the payment succeeds and the browser returns with the outcome', async () => {
    const { pageUrl, id, clientSecret } = await challenged();
    const response = await press(pageUrl, 'allow');

    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location')!);
    expect(back.origin + back.pathname).toBe('http://shop.example:3000/payment-complete');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '12345678',
      x: 'あ',
      payment_intent: id,
      payment_intent_client_secret: clientSecret,
      redirect_status: 'succeeded',
    });
    const intent = await harness.stripe.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 12_000, next_action: null });
  });

  test('when the customer refuses, then the payment waits for another card and the browser returns with the failure', async () => {
    const { pageUrl, id } = await challenged();
    const response = await press(pageUrl, 'refuse');

    expect(new URL(response.headers.get('location')!).searchParams.get('redirect_status')).toBe('failed');
    expect(await harness.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      amount_received: 0,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        payment_method: { card: { last4: '3155' } },
      },
    });
    const paid = await harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });

  test('when the card is declined although it was allowed, then the browser returns with the failure', async () => {
    const { pageUrl, id } = await challenged('4000008400001629');
    const response = await press(pageUrl, 'allow');
    expect(new URL(response.headers.get('location')!).searchParams.get('redirect_status')).toBe('failed');
    expect((await harness.stripe.paymentIntents.retrieve(id)).last_payment_error).toMatchObject({ code: 'card_declined' });
  });

  test('when both buttons are pressed many times at once, then the first decides and the payment is charged once', async () => {
    const { pageUrl, id } = await challenged();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => press(pageUrl, index % 2 === 0 ? 'allow' : 'refuse')));
    const outcomes = new Set(answers.map((answer) => new URL(answer.headers.get('location')!).searchParams.get('redirect_status')));
    const status = await statusOf(id);
    expect(outcomes).toEqual(new Set([status === 'succeeded' ? 'succeeded' : 'failed']));
    const settled = (await harness.stripe.events.list({ limit: 100 })).data.filter(
      ({ type, data }) =>
        (data.object as { id: string }).id === id && (type === 'payment_intent.succeeded' || type === 'payment_intent.payment_failed'),
    );
    expect(settled).toHaveLength(1);
  });

  test('when the page is opened after the decision, then it links back to the shop with the same outcome', async () => {
    const { pageUrl } = await challenged();
    const location = (await press(pageUrl, 'allow')).headers.get('location')!;
    const page = await (await fetch(pageUrl)).text();
    expect(page).toContain('本人認証は終了しています');
    expect(page).toContain(location.replaceAll('&', '&amp;'));
    expect(page).not.toContain('承認する');
  });

  test('when the payment was cancelled in the meantime, then allowing it changes nothing', async () => {
    const { pageUrl, id } = await challenged();
    await harness.stripe.paymentIntents.cancel(id);
    const response = await press(pageUrl, 'allow');
    expect(new URL(response.headers.get('location')!).searchParams.get('redirect_status')).toBe('failed');
    expect(await harness.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  test('when the payment was confirmed again, then only the newer page is valid', async () => {
    const first = await challenged();
    const again = await harness.stripe.paymentIntents.confirm(first.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: returnUrl,
    });
    await press(first.pageUrl, 'refuse');
    expect(await statusOf(first.id)).toBe('requires_action');
    await press(again.next_action!.redirect_to_url!.url!, 'allow');
    expect(await statusOf(first.id)).toBe('succeeded');
  });

  test('when the page is unknown or the form is invalid, then the response is an error page or a redirect', async () => {
    const { pageUrl, id } = await challenged();
    expect((await fetch(`${harness.url}/redirect/authenticate/auth_nobody`)).status).toBe(404);
    expect((await press(`${harness.url}/redirect/authenticate/auth_nobody`, 'allow')).status).toBe(404);
    const broken = await press(pageUrl, 'maybe');
    expect([broken.status, broken.headers.get('location')]).toEqual([303, new URL(pageUrl).pathname]);
    expect(await statusOf(id)).toBe('requires_action');
  });

  test('when the return address is missing or not an http address, then the confirmation is rejected', async () => {
    const { id } = await harness.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
    const missing = await rejection(harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' }));
    expect(missing).toMatchObject({ statusCode: 400, param: 'return_url', code: 'parameter_missing' });
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/payment-complete', 'ftp://shop.example/']) {
      const error = await rejection(
        harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired', return_url: url }),
      );
      expect(error).toMatchObject({ statusCode: 400, param: 'return_url' });
    }
    expect(await statusOf(id)).toBe('requires_payment_method');
  });

  test('when browsers reach the simulator at another address, then the page has that address', async () => {
    const own = await startHarness({ publicUrl: 'https://pay.shop.example/' });
    const { id } = await own.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
    const intent = await own.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired', return_url: returnUrl });
    expect(intent.next_action?.redirect_to_url?.url).toMatch(/^https:\/\/pay\.shop\.example\/redirect\/authenticate\/auth_/);
    await own.close();
  });
});
