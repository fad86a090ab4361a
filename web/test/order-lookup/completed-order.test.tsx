import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type CompletedOrder, savedData } from '../../src/lib/saved-data.ts';
import { buildOrderStatus } from '../../src/testing/build-order-status.ts';
import { asMember, errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';

const STATUS_PATH = '/order-status/Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx';
const STATUS = `GET /api${STATUS_PATH}`;
const status = { [STATUS]: () => json(buildOrderStatus()) };

const CUSTOMER = {
  email: 'hanako@example.jp',
  name: '山田 花子',
  wantsAutoLogin: false,
  codeSentAt: null,
  resendAt: null,
  provenUntil: null,
};

const completeOrder = (changes: Partial<CompletedOrder> = {}) =>
  savedData.write('completedOrder', {
    orderNumber: '12345678',
    email: CUSTOMER.email,
    name: CUSTOMER.name,
    accountPending: false,
    statusPath: STATUS_PATH,
    ...changes,
  });
const heading = () => screen.findByRole('heading', { level: 1, name: 'ご注文ありがとうございます' });
/** To a guest, and to a customer whose wanted account was lost. */
const OFFER = /^会員登録(して、購入履歴に残す（任意）|を完了する)$/;
const section = (name: string) => screen.findByRole('heading', { level: 2, name });
const link = (name: string) => within(screen.getByRole('main')).queryByRole('link', { name });

test('when a guest has paid, then the page shows number, delivery notice, videos, total and timeline, also after a reload', async () => {
  completeOrder();
  openPage('/payment-complete', status);
  const expectOrder = async () => {
    expect(await heading()).toBeVisible();
    expect(screen.getByText('12345678')).toBeVisible();
    expect(screen.getByText('hanako@example.jp')).toBeVisible();
    expect(screen.getByText(/ご注文から2〜3営業日以内に、動画のダウンロードのご案内をメールでお送りします。/)).toBeVisible();
    expect(await section('動画を制作しています')).toBeVisible();
    expect(screen.getByText('11月25日(水)〜26日(木)の予定')).toBeVisible();
    expect(screen.getByText('佐藤 美咲')).toBeVisible();
    expect(screen.getByText(/¥8,500/)).toBeVisible();
    expect(link('ご注文の状況を見る')).toHaveAttribute('href', STATUS_PATH);
    expect(link('領収書を発行する')).toHaveAttribute('href', '/receipt/12345678');
    expect(link('ホームに戻る')).toHaveAttribute('href', '/');
    expect(link('購入履歴を見る')).toBeNull();
    expect(await section('会員登録して、購入履歴に残す（任意）')).toBeVisible();
    await expectAccessible();
  };
  await expectOrder();
  reloadPage();
  await expectOrder();
});

test('when a member has paid, then the page also links to the purchase history and offers no account', async () => {
  completeOrder();
  openPage('/payment-complete', { ...status, ...asMember() });
  await heading();
  await waitFor(() => expect(link('購入履歴を見る')).toHaveAttribute('href', '/purchase-history'));
  expect(await section('動画を制作しています')).toBeVisible();
  expect(screen.queryByRole('heading', { name: OFFER })).toBeNull();
});

test('when the address got another account than the wanted one, then the page says so and leads to the login', async () => {
  completeOrder({ account: 'exists' });
  const { user } = openPage('/payment-complete', status);
  expect(await section('会員登録はお済みです')).toBeVisible();
  expect(screen.getByText(/ご注文の際に入力されたパスワードは使われていません。/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: OFFER })).toBeNull();
  await expectAccessible();
  const login = screen.getAllByRole('link', { name: 'ログイン' }).at(-1);
  if (login) await user.click(login);
  expect(await screen.findByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible();
});

test('when a guest has ordered with the address of an account, then the page leads to the login and offers no second account', async () => {
  completeOrder();
  savedData.write('customerData', { ...CUSTOMER, hasAccount: true });
  openPage('/payment-complete', status);
  expect(await section('会員登録はお済みです')).toBeVisible();
  expect(screen.queryByText(/パスワードは使われていません/)).toBeNull();
  expect(screen.queryByRole('heading', { name: OFFER })).toBeNull();
});

test('when the server still creates the wanted account, then the page says so and offers no other one', async () => {
  completeOrder({ account: 'pending' });
  openPage('/payment-complete', status);
  expect(await section('会員登録を処理しています')).toBeVisible();
  expect(screen.queryByRole('heading', { name: OFFER })).toBeNull();
});

test('when the password of the wanted account was lost, then the page asks for it again', async () => {
  completeOrder({ accountPending: true });
  openPage('/payment-complete', status);
  expect(await section('会員登録を完了する')).toBeVisible();
  expect(screen.getByText(/もう一度パスワードを設定すると、/)).toBeVisible();
});

test('when the order cannot be read, then number and notice stay, and retry shows it', async () => {
  completeOrder();
  const { user, respond } = openPage('/payment-complete', { [STATUS]: () => errorResponse('BadGateway') });
  expect(await screen.findByText('ご注文内容を読み込めませんでした')).toBeVisible();
  expect(screen.getByText('12345678')).toBeVisible();
  expect(screen.getByText(/ご注文は完了しています。/)).toBeVisible();
  respond(STATUS, () => json(buildOrderStatus()));
  await user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await section('ご注文内容')).toBeVisible();
});

test('when the order has no status page, then the page shows number, notice and receipt', async () => {
  completeOrder({ statusPath: null });
  openPage('/payment-complete');
  await heading();
  expect(link('領収書を発行する')).toHaveAttribute('href', '/receipt/12345678');
  expect(link('ご注文の状況を見る')).toBeNull();
  await expectAccessible();
});

test('when the phone has a mail app, then a button opens it; without one there is no button', async () => {
  completeOrder();
  openPage('/payment-complete', status);
  await heading();
  expect(link('メールアプリを開く')).toBeNull();
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)');
  reloadPage();
  await heading();
  expect(link('メールアプリを開く')).toHaveAttribute('href', 'message://');
});

test('when no order was placed in this browser, then the page redirects to the home page', async () => {
  openPage('/payment-complete');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(screen.queryByText('ご注文ありがとうございます')).toBeNull();
});
