import { beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { wallet } from './fake-stripe.ts';
import {
  CONFIRM,
  findCompletion,
  intentWith,
  LOOK_UP,
  ORDER_NUMBER,
  openPayment,
  PLACE,
  payButton,
  placed,
  refusedCard,
  reopenPayment,
} from './open-payment.ts';

const AGREEMENT = '次のボタンでお支払いを承認すると、上記の内容でご注文が確定し、ただちに請求されます。';

beforeEach(() => {
  wallet.isAvailable = true;
  wallet.failures = [];
});

/** Waits until the shop shows the wallet's button. */
const findWallet = async (): Promise<HTMLElement> => {
  await waitFor(() => expect(screen.getByText(AGREEMENT).closest('[inert]')).toBeNull());
  return screen.getByRole('button', { name: 'Apple Payで購入' });
};
const isAbove = (first: Element, second: Element): boolean =>
  Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);

test('when the browser has a wallet, then its button stands below the terms and above the card form, and pays the same payment', async () => {
  const page = openPayment();
  const button = await findWallet();
  for (const term of [/^クレジットカード一括払い。/, /のキャンセル・返品・返金は不可。/, '合計', AGREEMENT]) {
    expect(isAbove(screen.getByText(term), button)).toBe(true);
  }
  expect(isAbove(button, screen.getByRole('heading', { name: 'カード情報' }))).toBe(true);
  await expectAccessible();

  await page.user.click(button);
  await findCompletion();
  expect(screen.getByText(ORDER_NUMBER)).toBeVisible();
  const [sent, ...more] = page.requests(CONFIRM);
  expect(more).toEqual([]);
  expect(new URLSearchParams(String(sent?.body)).get('client_secret')).toBe('pi_1_secret_2');
  expect(wallet.failures).toEqual([]);
});

test('when the browser has no wallet, then neither the button nor its text is shown, and the card form is', async () => {
  wallet.isAvailable = false;
  openPayment();
  await waitFor(async () => expect(await payButton()).toBeEnabled());
  await waitFor(() => expect(screen.queryByText('カード入力欄を読み込み中...')).not.toBeInTheDocument());
  expect(screen.getByText(AGREEMENT).closest('[inert]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Apple Payで購入' })).not.toBeInTheDocument();
});

test("when the wallet's card is declined, then the page says why, and the customer can try again", async () => {
  const page = openPayment({ [CONFIRM]: () => refusedCard({ code: 'card_declined', decline_code: 'insufficient_funds' }) });
  await page.user.click(await findWallet());
  expect(await screen.findByText('カードの利用可能額が不足しています。別のカードでお試しください。')).toBeVisible();
  page.respond(CONFIRM, () => intentWith({}));
  await page.user.click(await findWallet());
  await findCompletion();
});

test('when the answer to a wallet payment is lost, then the page shows 確認中, also after a reload, and never sends again', async () => {
  const unclear = { [PLACE]: () => errorResponse('PaymentRequired'), [LOOK_UP]: () => intentWith({ status: 'processing' }) };
  const page = openPayment({ ...unclear, [CONFIRM]: networkFailure });
  await page.user.click(await findWallet());
  expect(await screen.findByText('確認中')).toBeVisible();
  cleanup();

  const reloaded = reopenPayment(unclear);
  expect(await screen.findByText('確認中')).toBeVisible();
  reloaded.respond(PLACE, placed);
  window.dispatchEvent(new Event('online'));
  await findCompletion();
  expect(reloaded.requests(CONFIRM)).toHaveLength(1);
});

test('when the wallet confirms twice or while the browser is offline, then only one payment is sent, and the wallet is told', async () => {
  const slow = holdBack(() => intentWith({}));
  const page = openPayment({ [CONFIRM]: slow.responder });
  const button = await findWallet();
  const onLine = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  await page.user.click(button);
  expect(await screen.findByText(/^インターネットに接続されていません。/)).toBeVisible();
  expect(wallet.failures).toEqual([{ reason: 'fail' }]);

  onLine.mockRestore();
  (await findWallet()).click();
  await waitFor(() => expect(page.requests(CONFIRM)).toHaveLength(1));
  button.click();
  await waitFor(() => expect(wallet.failures).toHaveLength(2));
  slow.release();
  await findCompletion();
  expect(page.requests(CONFIRM)).toHaveLength(1);
});
