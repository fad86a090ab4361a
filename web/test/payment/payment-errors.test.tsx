import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import {
  CONFIRM,
  cardField,
  fillCard,
  findCompletion,
  ORDER,
  ORDER_NUMBER,
  openPayment,
  PLACE,
  PREPARE,
  pay,
  payButton,
  placed,
  prepared,
  refusedCard,
} from './open-payment.ts';

const ledger = openTextLedger('payment');

/** The provider's refusals, with the message for the customer. It never reveals that a card was reported lost. */
const REFUSALS = [
  [{ code: 'card_declined', decline_code: 'generic_decline' }, /^カードが利用できませんでした。/],
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, /^カードの利用可能額が不足しています。/],
  [{ code: 'card_declined', decline_code: 'lost_card' }, /^カードが利用できませんでした。/],
  [{ code: 'expired_card' }, /^カードの有効期限が切れています。/],
  [{ code: 'incorrect_cvc' }, /^セキュリティコードが正しくありません。/],
  [{ code: 'processing_error' }, /^カードの処理中にエラーが発生しました。/],
  [{ code: 'card_declined', decline_code: 'card_velocity_exceeded' }, /^カードの利用回数または限度額を超えています。/],
] as const;

const findAlert = async (title: string): Promise<HTMLElement> => {
  const alerts = await screen.findAllByRole('alert');
  const alert = alerts.find((found) => within(found).queryByText(title) !== null);
  if (!alert) throw new Error(`No alert has the title ${title}`);
  return alert;
};

test('when the order costs 0 yen, then the page shows that it cannot be paid, and links back to the order form', async () => {
  const order = { ...ORDER, items: ORDER.items.map((item) => ({ ...item, price: 0 })) };
  const page = openPayment({ 'GET /api/contests': () => errorResponse('Internal') }, { order });
  await ledger.see('注文金額が無効です');
  expect(screen.queryByRole('button', { name: /を支払って/ })).not.toBeInTheDocument();
  expect(page.requests(PREPARE)).toEqual([]);
  await expectAccessible();
  await page.user.click(screen.getByRole('link', { name: 'ご注文内容を変更' }));
  await waitFor(() => expect(window.location.pathname).toBe('/order-form/spring'));
});

test('when the payment is prepared slowly and then fails, then the page shows an error, and retry shows the card form (customer 8.10)', async () => {
  const failing = holdBack(networkFailure);
  const page = openPayment({ [PREPARE]: failing.responder });
  expect(await screen.findByText('決済の準備をしています...')).toBeVisible();
  expect(await payButton()).toBeDisabled();
  await expectAccessible();
  failing.release();
  await ledger.see('決済の準備に失敗しました');
  await expectAccessible();

  page.respond(PREPARE, () => errorResponse('PaymentUnavailable'));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await screen.findByText('時間をおいて、もう一度お試しください。')).toBeVisible();
  await ledger.see('決済の準備に失敗しました');

  page.respond(PREPARE, () => prepared());
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await cardField('カード番号')).toBeVisible();
  const keys = page.requests(PREPARE).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('when a card is refused, then the page shows the reason and keeps the input, and another card pays the same order (customer 8.10)', async () => {
  const page = openPayment();
  await fillCard(page);
  for (const [refusal, reason] of REFUSALS) {
    page.respond(CONFIRM, () => refusedCard(refusal));
    await pay(page);
    expect(await screen.findByText(reason)).toBeVisible();
    await ledger.see('決済エラー');
    expect(await findAlert('決済エラー')).toHaveFocus();
  }
  await expectAccessible();

  page.respond(CONFIRM, () => refusedCard({}));
  await pay(page);
  await ledger.see('決済処理中にエラーが発生しました');
  expect(await cardField('カード名義人')).toHaveValue('TARO YAMADA');
  expect(await cardField('カード番号')).toHaveValue('4242 4242 4242 4242');

  page.respond(CONFIRM, () => new Response('{"status":"succeeded"}'));
  await pay(page);
  await findCompletion();
  expect(screen.getByText(ORDER_NUMBER)).toBeVisible();
  expect(page.requests(PREPARE)).toHaveLength(1);
});

test('when this browser may not read the paid order, then the page shows an error with the order number, and a check later completes the order (customer 8.10)', async () => {
  const page = openPayment({ [PLACE]: () => errorResponse('OrderNotFound') });
  await fillCard(page);
  await pay(page);
  await ledger.see('注文の保存に失敗しました');
  const alert = await findAlert('注文の保存に失敗しました。');
  expect(within(alert).getByText(ORDER_NUMBER)).toBeVisible();
  expect(within(alert).getByText('ご注文が見つかりませんでした。')).toBeVisible();
  expect(alert).toHaveFocus();
  await expectAccessible();

  page.respond(PLACE, placed);
  await page.user.click(within(alert).getByRole('button', { name: 'もう一度確認する' }));
  await findCompletion();
});

test('when all tests of payment errors have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
