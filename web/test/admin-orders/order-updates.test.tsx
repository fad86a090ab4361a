import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { card, goOffline, ORDERS, openOrders, orderList, useFakeIntervals } from './open-orders.tsx';

afterEach(() => void jest.useRealTimers());

test('when an order arrives while an admin types, then it appears with a notice, and the typed text is kept', async () => {
  useFakeIntervals();
  // jsdom cannot scroll; the list would keep its position.
  jest.spyOn(window, 'scrollBy').mockReturnValue();
  const line = buildAdminLine();
  const page = openOrders([line]);
  const field = within(await card('12345678')).getByRole('textbox');
  await page.user.type(field, 'https://videos.example.com/typed');
  expect(screen.queryByText(/新しい注文/)).toBeNull();

  page.respond('GET /api/orders', orderList([buildAdminLine({ orderNumber: '12345679-01' }), line]));
  await jest.advanceTimersByTimeAsync(15_000);
  expect(await screen.findByText('新しい注文が1件届きました')).toHaveRole('status');
  expect(await card('12345679')).toBeVisible();
  expect(screen.getByText('2件の注文')).toBeVisible();
  expect(field).toHaveValue('https://videos.example.com/typed');
  expect(field).toHaveFocus();
  await expectAccessible();

  await page.user.click(screen.getByRole('button', { name: '先頭を表示' }));
  await waitFor(() => expect(screen.queryByText('新しい注文が1件届きました')).toBeNull());
  expect(screen.getByRole('heading', { name: '動画注文一覧' })).toHaveFocus();
});

test('when the admin opens another tab and returns, then the typed URL is kept', async () => {
  const { user } = openOrders([buildAdminLine()]);
  await user.type(within(await card('12345678')).getByRole('textbox'), 'https://videos.example.com/kept');
  await user.click(screen.getByRole('tab', { name: '大会管理' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: '注文番号 12345678' })).toBeNull());
  await user.click(screen.getByRole('tab', { name: '動画注文一覧' }));
  expect(within(await card('12345678')).getByRole('textbox')).toHaveValue('https://videos.example.com/kept');
});

test('when the export fails, then an error is shown, and it was requested with the days and the contest', async () => {
  const path = `${ORDERS}&contest=c1&from=2026-11-01&to=2026-11-30&q=taro`;
  const page = openOrders([buildAdminLine()], { path, given: { 'GET /api/orders/export': networkFailure } });
  await card('12345678');
  const button = screen.getByRole('button', { name: 'CSVで書き出す' });
  expect(button).toHaveAccessibleDescription('大会と注文日の条件で、対応済みも含めて書き出します。');
  const goOnline = goOffline();
  await page.user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'インターネットに接続されていません。接続を確認して、もう一度お試しください。',
  );
  goOnline();
  expect(page.requests('GET /api/orders/export').map(({ search }) => search)).toEqual(['?contestId=c1&from=2026-11-01&to=2026-11-30']);
  await expectAccessible();

  page.respond('GET /api/orders/export', () => errorResponse('BadGateway'));
  await page.user.click(button);
  expect(await screen.findByText('サービスに接続できませんでした。しばらくしてからもう一度お試しください。')).toBeVisible();
});
