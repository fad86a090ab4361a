import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, expectAccessible, json, networkFailure } from '../../src/testing/open-page.tsx';
import {
  CONFIRM,
  cardField,
  EMAIL,
  fillCard,
  findCompletion,
  intentWith,
  LOOK_UP,
  ORDER_NUMBER,
  openPayment,
  PLACE,
  pay,
  placed,
  reopenPayment,
} from './open-payment.ts';

const UNPAID = {
  [PLACE]: () => errorResponse('PaymentRequired'),
  [LOOK_UP]: () => intentWith({ status: 'processing' }),
};

/** Waits until the page shows that the outcome is unclear. */
const findUnclear = async (): Promise<HTMLElement> => {
  const title = await screen.findByText('確認中');
  const panel = title.closest<HTMLElement>('[role=status]');
  if (!panel) throw new Error('確認中 is not in a status');
  return panel;
};
/** The page asks again when the browser is back online, so that the test does not wait for the next try. */
const comeOnline = () => window.dispatchEvent(new Event('online'));

test('when the provider is still processing, then the page shows 確認中 with the order number, also after a reload, and then completes by itself', async () => {
  const page = openPayment(UNPAID);
  await fillCard(page);
  await pay(page);
  const panel = await findUnclear();
  expect(panel).toHaveFocus();
  expect(within(panel).getByText(ORDER_NUMBER)).toBeVisible();
  expect(screen.queryByRole('button', { name: /を支払って/ })).not.toBeInTheDocument();
  await expectAccessible();
  cleanup();

  const reloaded = reopenPayment(UNPAID);
  expect(within(await findUnclear()).getByText(ORDER_NUMBER)).toBeVisible();
  reloaded.respond(PLACE, placed);
  await findCompletion();
  expect(screen.getByText(ORDER_NUMBER)).toBeVisible();
  expect(reloaded.requests(CONFIRM)).toHaveLength(1);
});

test('when the network fails before the response to the card arrives, then the page shows 確認中, and it finds the paid order once the network is back', async () => {
  const page = openPayment({ [CONFIRM]: networkFailure, [PLACE]: networkFailure });
  await fillCard(page);
  await pay(page);
  expect(within(await findUnclear()).getByText(ORDER_NUMBER)).toBeVisible();
  await expectAccessible();
  page.respond(PLACE, placed);
  comeOnline();
  await findCompletion();
  expect(page.requests(CONFIRM)).toHaveLength(1);
});

test('when another tab has paid the order, then a payment in this tab shows the paid order', async () => {
  const page = openPayment({ [CONFIRM]: () => json({ error: { code: 'payment_intent_unexpected_state' } }, { status: 400 }) });
  await fillCard(page);
  await pay(page);
  await findUnclear();
  comeOnline();
  await findCompletion();
  expect(screen.getByText(ORDER_NUMBER)).toBeVisible();
});

test("when the customer has left the issuer's page without finishing, then the page offers to continue there or to use another card", async () => {
  // The network fails after the card was sent, so that the page asks for the state that the issuer's page leaves behind.
  const atIssuer = { status: 'requires_action', next_action: { redirect_to_url: { url: 'http://issuer.example.jp/1' } } };
  const page = openPayment({ ...UNPAID, [CONFIRM]: networkFailure, [LOOK_UP]: () => intentWith(atIssuer) });
  await fillCard(page);
  await pay(page);
  await findUnclear();
  comeOnline();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('カード会社での本人認証が完了していません')).toBeVisible();
  expect(within(alert).getByText(ORDER_NUMBER)).toBeVisible();
  expect(within(alert).getByRole('button', { name: '本人認証を続ける' })).toBeEnabled();
  expect(alert).toHaveFocus();
  await expectAccessible();

  await page.user.click(within(alert).getByRole('button', { name: 'カードを入力し直す' }));
  expect(await cardField('カード番号')).toBeVisible();
  page.respond(CONFIRM, () => intentWith({}));
  page.respond(PLACE, placed);
  await fillCard(page, '5555555555554444');
  await pay(page);
  await findCompletion();
});

test('when the customer has rejected the payment on the issuer’s page, then the page shows the error and the card form', async () => {
  const rejected = { status: 'requires_payment_method', last_payment_error: { code: 'payment_intent_authentication_failure' } };
  const page = openPayment({ ...UNPAID, [CONFIRM]: networkFailure, [LOOK_UP]: () => intentWith(rejected) });
  await fillCard(page);
  await pay(page);
  await findUnclear();
  comeOnline();
  expect(await screen.findByText(/^カード会社での本人認証が完了しませんでした。/)).toBeVisible();
  expect(screen.getByText('決済エラー')).toBeVisible();
  expect(await cardField('カード番号')).toHaveValue('4242 4242 4242 4242');
});

test('when the session ends while the card is sent, then the customer verifies the email address and sees the paid order', async () => {
  const page = openPayment({
    [PLACE]: () => errorResponse('ProofRequired'),
    'POST /api/resend-verification-code': () => json({ message: '', expiresInSeconds: 600, resendAfterSeconds: 60 }),
    'POST /api/verify-email-code': () => json({ verified: true, email: EMAIL, expiresAt: '2099-01-01T00:00:00.000Z' }),
  });
  await fillCard(page);
  page.respond('GET /api/auth/check', () => json({ authenticated: false, user: null }));
  await pay(page);
  await waitFor(() => expect(window.location.pathname).toBe('/email-verification'));
  await page.user.click(await screen.findByRole('button', { name: '認証コードを再送信' }));
  await screen.findByText(/に6桁の認証コードを送信しました。/);

  page.respond(PLACE, placed);
  await page.user.click(screen.getByLabelText('認証コード 1桁目'));
  await page.user.keyboard('123456');
  await page.user.click(screen.getByRole('button', { name: '認証して支払いへ進む' }));
  await findCompletion();
  expect(page.requests(CONFIRM)).toHaveLength(1);
});
