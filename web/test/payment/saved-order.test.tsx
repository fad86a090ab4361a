import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { asMember, errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { buildContest } from '../order-form/open-order-form.ts';
import {
  CONFIRM,
  CUSTOMER,
  cardField,
  fillCard,
  findCompletion,
  ORDER,
  ORDER_NUMBER,
  openPayment,
  PREPARE,
  pay,
  payButton,
  prepared,
  reopenPayment,
} from './open-payment.ts';

const CONTEST = 'GET /api/contests/c1';

test('when the price has changed, then the page shows the new price, and pays it only after the customer accepts it', async () => {
  const page = openPayment({ [PREPARE]: () => errorResponse('AmountMismatch', { prices: [6000] }) });
  expect(await screen.findByText('新しい価格：¥6,000（税込）')).toBeVisible();
  expect(screen.getByText('選択後に価格が変更されました。新しい価格をご確認ください。')).toBeVisible();
  expect(await payButton()).toBeDisabled();
  await expectAccessible();

  page.respond(PREPARE, () => prepared({ amount: 6000 }));
  await page.user.click(screen.getByRole('button', { name: '合計¥6,000で続ける' }));
  await cardField('カード番号');
  expect(await payButton()).toHaveAccessibleName('¥6,000を支払って注文を確定する');
  const [first, second] = page.requests(PREPARE);
  expect([first?.body, second?.body]).toEqual([expect.objectContaining({ amount: 5000 }), expect.objectContaining({ amount: 6000 })]);
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  await fillCard(page);
  await pay(page);
  await findCompletion();
});

test('when a video of the order is withdrawn from sale, then the payment names it and leads back to the order form', async () => {
  const refused = [{ index: 0, code: 'ContestNotPublished', message: 'この大会は現在販売していません。' }];
  const page = openPayment({ [PREPARE]: () => errorResponse('ItemsUnavailable', { refused }) });
  expect(await screen.findByText(/^現在ご注文いただけない動画が含まれています。/)).toBeVisible();
  expect(screen.getByText('この大会は現在販売していません。')).toBeVisible();
  expect(screen.queryByLabelText(/カード番号/)).not.toBeInTheDocument();
  await expectAccessible();
  expect(screen.getByRole('link', { name: '注文内容を変更する' })).toHaveAttribute('href', '/order-form/spring');
  expect(page.requests(CONFIRM)).toEqual([]);
});

test('when the contest is withdrawn from sale, then the confirmation shows that and keeps the selection until the contest is on sale again', async () => {
  savedData.write('orderData', ORDER);
  savedData.write('customerData', CUSTOMER);
  const confirm = (videoPublished: boolean) =>
    openPage('/order-confirmation', { ...asMember(), [CONTEST]: () => json(buildContest({ videoPublished })) });
  confirm(false);
  expect(await screen.findByText(/^選択した内容はこのブラウザに保存されています。/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'お支払いへ進む' })).not.toBeInTheDocument();
  await expectAccessible();
  cleanup();

  confirm(true);
  expect(await screen.findByRole('button', { name: 'お支払いへ進む' })).toBeEnabled();
  expect(screen.queryByText(/^選択した内容はこのブラウザに保存されています。/)).not.toBeInTheDocument();
  expect(screen.getByText(/春の大会/)).toBeVisible();
});

test('when the customer goes back and reloads without changes, then the payment stays the same, and the order is cleared after it', async () => {
  const page = openPayment({ [CONTEST]: () => json(buildContest()) });
  await cardField('カード番号');
  await page.user.click(screen.getByRole('button', { name: '戻る' }));
  await page.user.click(await screen.findByRole('button', { name: 'お支払いへ進む' }));
  await cardField('カード番号');
  cleanup();

  const reloaded = reopenPayment();
  await cardField('カード番号');
  const keys = reloaded.requests(PREPARE).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  await fillCard(reloaded);
  await pay(reloaded);
  await findCompletion();
  cleanup();

  openPage('/payment-complete');
  await findCompletion();
  expect(screen.getByText(ORDER_NUMBER)).toBeVisible();
  cleanup();
  for (const path of ['/order-confirmation', '/payment']) {
    openPage(path);
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    cleanup();
  }
});

const PAGES = ['/order-confirmation', '/order-confirmation-old', '/email-verification', '/payment', '/payment-complete'];
const NAMES = ['orderData', 'customerData', 'paymentAttempt', 'completedOrder'];

test.each(PAGES.flatMap((path) => [undefined, '{broken', '{"items":[]}'].map((saved) => ({ path, saved }))))(
  'when $path is opened and the browser has saved $saved as the order, then the home page opens',
  async ({ path, saved }) => {
    if (saved !== undefined) for (const name of NAMES) window.localStorage.setItem(`stagereel.${name}`, saved);
    openPage(path);
    expect(await screen.findByRole('heading', { level: 1, name: '動画を販売中の大会' })).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  },
);
