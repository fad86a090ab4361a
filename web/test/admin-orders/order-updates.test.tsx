import { expect, jest, test } from '@jest/globals';
import type { AdminLine } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine, buildOrderChanges } from '../../src/testing/build-admin-line.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { errorResponse, expectAccessible, json, networkFailure } from '../../src/testing/open-page.tsx';
import { card, goOffline, ORDERS, openOrders, orderList } from './open-orders.tsx';

test('when an order arrives while an admin types, then it appears with a notice, and the typed text is kept', async () => {
  fakeTime('setInterval');
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

test('when one order changes, then only it is transferred and drawn again, and a poll without changes draws nothing (admin 7.42)', async () => {
  fakeTime('setInterval');
  const lines = [buildAdminLine({ orderNumber: '12345679-01' }), buildAdminLine()];
  const page = openOrders(lines);
  const [other, order] = [await card('12345679'), await card('12345678')];
  const answer = (changed: readonly AdminLine[], cursor: string) =>
    page.respond('GET /api/orders', () => json(buildOrderChanges(changed, { cursor, isRestart: false, total: 2 })));
  const drawn = new MutationObserver(() => undefined);
  drawn.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const polls = () => page.requests('GET /api/orders').map(({ search }) => search);

  answer([], 'cursor-1');
  await jest.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(polls()).toEqual(['?since=', '?since=cursor-1']));
  expect(drawn.takeRecords()).toEqual([]);

  answer([buildAdminLine({ customerName: '訂正 済子' })], 'cursor-2');
  await jest.advanceTimersByTimeAsync(15_000);
  expect(await within(order).findByText('訂正 済子')).toBeVisible();
  const targets = drawn.takeRecords().map(({ target }) => target);
  expect(targets.filter((target) => other.contains(target))).toEqual([]);
  answer([], 'cursor-2');
  await jest.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(polls().at(-1)).toBe('?since=cursor-2'));
});

test('when there are many orders, then the newest are shown while the others are loaded', async () => {
  let finish: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const older = buildAdminLine({ orderNumber: '12345670-01', orderDate: '2026-11-19T09:00:00.000Z' });
  openOrders([], {
    given: {
      'GET /api/orders': async ({ search }) => {
        if (search === '?since=') return json(buildOrderChanges([buildAdminLine()], { hasMore: true, total: 2 }));
        await waiting;
        return json(buildOrderChanges([older], { cursor: 'cursor-2', isRestart: false, total: 2 }));
      },
    },
  });
  await card('12345678');
  expect(screen.getByText('全2件のうち1件を読み込みました')).toHaveRole('status');
  // Its matching needs all orders.
  expect(screen.queryByRole('button', { name: '一括納品' })).toBeNull();
  finish();
  await card('12345670');
  expect(screen.getByText('2件の注文')).toBeVisible();
  expect(screen.getByRole('button', { name: '一括納品' })).toBeVisible();
  expect(screen.queryByText(/新しい注文/)).toBeNull();
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
