import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { asMember, expectAccessible, openPage } from '../../src/testing/open-page.tsx';

const completeOrder = () =>
  savedData.write('completedOrder', { orderNumber: '12345678', email: 'hanako@example.jp', name: '山田 花子', accountPending: false });
const heading = () => screen.findByRole('heading', { level: 1, name: 'ご注文ありがとうございます' });
const link = (name: string) => within(screen.getByRole('main')).queryByRole('link', { name });

test('when a guest has paid, then the page shows the order number and links to the receipt and the home page', async () => {
  completeOrder();
  openPage('/payment-complete');
  expect(await heading()).toBeVisible();
  expect(screen.getByText('12345678')).toBeVisible();
  expect(screen.getByText('hanako@example.jp')).toBeVisible();
  expect(link('領収書を発行する')).toHaveAttribute('href', '/receipt/12345678');
  expect(link('ホームに戻る')).toHaveAttribute('href', '/');
  expect(link('購入履歴を見る')).toBeNull();
  await expectAccessible();
});

test('when a member has paid, then the page also links to the purchase history', async () => {
  completeOrder();
  openPage('/payment-complete', asMember());
  await heading();
  await waitFor(() => expect(link('購入履歴を見る')).toHaveAttribute('href', '/purchase-history'));
  expect(link('領収書を発行する')).toBeVisible();
});

test('when no order was placed in this browser, then the page redirects to the home page', async () => {
  openPage('/payment-complete');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(screen.queryByText('ご注文ありがとうございます')).toBeNull();
});
