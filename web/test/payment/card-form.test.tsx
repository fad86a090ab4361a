import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { CONFIRM, cardField, fillCard, findCompletion, intentWith, openPayment, pay, payButton } from './open-payment.ts';

test('when fields are empty, then each shows an error, the first gets the focus, and nothing is sent (customer 5.11)', async () => {
  const page = openPayment();
  const number = await cardField('カード番号');
  await pay(page);
  expect(await screen.findByText('カード番号を入力してください。')).toBeVisible();
  for (const text of [
    'カード名義人を入力してください。',
    '有効期限を「月/年」の形式で入力してください（例：12/30）。',
    'セキュリティコード（3桁または4桁の数字）を入力してください。',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(number).toHaveFocus();
  expect(page.requests(CONFIRM)).toEqual([]);
  await expectAccessible();
});

test('when the card is typed on a numeric keyboard, then the brand is named, and the expiry gets its slash', async () => {
  const { user } = openPayment();
  const fields = [
    await cardField('カード番号'),
    await cardField('有効期限'),
    await cardField('セキュリティコード'),
    await cardField('カード名義人'),
  ];
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  expect(fields.map((field) => field.getAttribute('inputmode'))).toEqual(['numeric', 'numeric', 'numeric', null]);
  const [number, expiry] = fields as [HTMLElement, HTMLElement];
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toContain('Mastercard');

  await user.type(number, '3530');
  expect(screen.getByRole('img', { name: 'JCB' })).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Mastercard' })).not.toBeInTheDocument();
  await user.type(expiry, '1230');
  expect(expiry).toHaveValue('12/30');
  await user.type(expiry, '{Backspace}{Backspace}{Backspace}');
  expect(expiry).toHaveValue('12');
  await expectAccessible();
});

test('when the page opens, then every fact that the law requires stands above the button that concludes the contract (customer 2.32)', async () => {
  openPayment();
  const button = await payButton();
  for (const fact of [
    '春の大会',
    '（動画1本）',
    /^クレジットカード一括払い。/,
    '税込み。通信料以外の追加料金なし。',
    /^2〜3営業日以内/,
    /^お届け予定日/,
    '1本につき1回、ご案内から30日間。',
    /ご注文確定後のキャンセル・返品・返金は不可。/,
    /お支払いが未完了の場合は確定せず、請求もされません。/,
    /利用規約/,
  ]) {
    const [shown] = await screen.findAllByText(fact);
    expect(Boolean(shown && shown.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(true);
  }
});

test('when the card number is mistyped and the card has expired, then both fields show an error, and nothing is sent', async () => {
  const page = openPayment();
  await fillCard(page, '4242424242424241');
  const expiry = await cardField('有効期限');
  await page.user.clear(expiry);
  await page.user.type(expiry, '１２／２０');
  await pay(page);
  expect(await screen.findByText('カード番号が正しくありません。もう一度ご確認ください。')).toBeVisible();
  expect(screen.getByText('カードの有効期限が切れています。有効期限をご確認ください。')).toBeVisible();
  expect(await cardField('カード番号')).toHaveFocus();
  expect(page.requests(CONFIRM)).toEqual([]);
  await expectAccessible();
});

test('when the browser is offline, then nothing is sent and the page says so, and the payment succeeds once it is online again', async () => {
  const page = openPayment();
  await fillCard(page);
  const onLine = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  await pay(page);
  expect(await screen.findByText('決済エラー')).toBeVisible();
  expect(screen.getByText(/^インターネットに接続されていません。/)).toBeVisible();
  expect(page.requests(CONFIRM)).toEqual([]);
  await expectAccessible();

  onLine.mockRestore();
  await pay(page);
  await findCompletion();
});

test('when the button is clicked twice, then the card is sent once', async () => {
  const slow = holdBack(() => intentWith({}));
  const page = openPayment({ [CONFIRM]: slow.responder });
  await fillCard(page);
  await page.user.dblClick(await payButton());
  await waitFor(() => expect(page.requests(CONFIRM)).toHaveLength(1));
  expect(await payButton()).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: '戻る' })).toBeDisabled();
  slow.release();
  await findCompletion();
  expect(page.requests(CONFIRM)).toHaveLength(1);
});
