import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, goOffline, openCard, openOrders, orderList, view } from './open-orders.tsx';

const LOAD_ERROR = '注文の一覧を読み込めませんでした';

test('when there are no orders, then both views show an empty message (admin 2.41, 2.49)', async () => {
  const { user } = openOrders([]);
  expect(await screen.findByText('注文はありません')).toBeVisible();
  expect(screen.getByText('0件の注文')).toHaveRole('status');
  await expectAccessible();
  await user.click(view('対応済み'));
  await waitFor(() => expect(view('対応済み')).toHaveAttribute('aria-selected', 'true'));
  expect(await screen.findByText('注文はありません')).toBeVisible();
});

test('when an order is not handled, then its card has its lines, a URL field for each video to make, and the buttons (admin 2.42, 2.43, 2.44, 2.45, 2.46, 2.47, 2.48, 3.6, 9.19)', async () => {
  const payment = 'partially-refunded' as const;
  const page = openOrders([
    buildAdminLine({ payment }),
    buildAdminLine({ orderNumber: '12345678-02', style: '横動画', payment, productionPossible: true }),
    buildDeliveredLine({ orderNumber: '12345670-01' }),
  ]);
  const row = within(await card('12345678'));
  for (const text of ['動画2本', '関東大会', 'taro@example.jp', '山田 太郎', '一部返金済み', '辞退', '¥10,000', '動画 0/1 入力済み']) {
    expect(row.getByText(text)).toBeVisible();
  }
  expect(row.queryByRole('textbox')).toBeNull();
  await expectAccessible();
  const order = within(await openCard(page, '12345678'));
  expect(view('未対応')).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('article', { name: '注文番号 12345670' })).toBeNull();
  const table = within(order.getByRole('table', { name: '注文番号 12345678 の明細' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '大会名',
    'カテゴリ',
    '番号',
    '動画の向き',
    '制作不可',
    '価格',
    '動画ダウンロードURL',
  ]);
  const cellsOf = (row: number) => table.getAllByRole('row')[row]?.querySelectorAll('td') ?? [];
  expect([...cellsOf(1)].slice(0, 6).map(({ textContent }) => textContent)).toEqual([
    '関東大会',
    'ビキニ',
    '012佐藤 美咲',
    '縦動画',
    '-',
    '¥5,000（税込）',
  ]);
  expect(cellsOf(2)[4]).toHaveTextContent('辞退');
  // Only the line that still needs its video has a field.
  const field = order.getByRole('textbox');
  expect(field).toHaveAccessibleName('12345678-01 の動画ダウンロードURL');
  expect(field).toHaveAttribute('type', 'url');
  for (const text of ['taro@example.jp', '山田 太郎', '一部返金済み', '2026年11月20日(金) 18:00']) {
    expect(order.getByText(text)).toBeVisible();
  }
  for (const name of ['完了', '納品']) expect(order.getByRole('button', { name })).toBeEnabled();
  await expectAccessible();
});

test('when orders are handled, then their view shows links or their absence, and no buttons (admin 2.41, 2.47, 2.48)', async () => {
  const { user } = openOrders([
    buildAdminLine({ orderNumber: '12345679-01' }),
    buildDeliveredLine(),
    buildAdminLine({ orderNumber: '12345677-01', status: '対応済み', handledAt: '2026-11-21T01:00:00.000Z' }),
    buildDeliveredLine({ orderNumber: '12345676-01', videoDownloadUrl: `video:${'a'.repeat(24)}` }),
  ]);
  await card('12345679');
  await user.click(view('対応済み'));
  const delivered = within(await card('12345678'));
  expect(window.location.search).toBe('?tab=orders&view=handled');
  expect(delivered.getByRole('link', { name: 'ダウンロードリンク' })).toHaveAttribute('href', 'https://videos.example.com/1');
  expect(delivered.queryByRole('button', { name: /^(完了|納品)$/ })).toBeNull();
  const completed = within(await card('12345677'));
  expect(completed.getByText('未設定')).toBeVisible();
  expect(completed.getByText('納品完了')).toBeVisible();
  const stored = within(await card('12345676'));
  expect(stored.getByText('アップロードした動画')).toBeVisible();
  expect(stored.getByRole('link', { name: '12345676-01 の動画を見る' })).toHaveAttribute(
    'href',
    `/api/admin/finished-videos/${'a'.repeat(24)}`,
  );
  expect(screen.queryByRole('article', { name: '注文番号 12345679' })).toBeNull();
  await expectAccessible();
});

test('when the list cannot be loaded, then an error is shown until a retry loads it', async () => {
  const page = openPage('/admin', {
    ...asAdmin(),
    'GET /api/orders': networkFailure,
    'GET /api/orders/flagged': () => json([]),
  });
  const contests = await screen.findByRole('tab', { name: '大会管理' });
  const goOnline = goOffline();
  contests.focus();
  await page.user.keyboard('{ArrowRight}');
  expect(await screen.findByText(LOAD_ERROR)).toBeVisible();
  expect(window.location.search).toBe('?tab=orders');
  expect(screen.getByText('インターネットに接続されていません。接続を確認して、もう一度お試しください。')).toBeVisible();
  await expectAccessible();
  goOnline();

  page.respond('GET /api/orders', () => errorResponse('BadGateway'));
  await page.user.click(screen.getByRole('button', { name: '再読み込み' }));
  expect(await screen.findByText('サービスに接続できませんでした。しばらくしてからもう一度お試しください。')).toBeVisible();

  page.respond('GET /api/orders', orderList([buildAdminLine()]));
  await page.user.click(screen.getByRole('button', { name: '再読み込み' }));
  expect(await card('12345678')).toBeVisible();
  expect(screen.queryByText(LOAD_ERROR)).toBeNull();
});

const rowButton = (orderNumber: string) => screen.getByRole('button', { name: `注文番号 ${orderNumber}` });

test('when keys are pressed in the list, then j and k move, Enter opens, / searches and ? helps, but not in a field or an input method', async () => {
  const { user } = openOrders(['12345679-01', '12345678-01', '12345677-01'].map((orderNumber) => buildAdminLine({ orderNumber })));
  await card('12345679');
  await user.keyboard('j');
  expect(rowButton('12345679')).toHaveFocus();
  await user.keyboard('jj');
  expect(rowButton('12345677')).toHaveFocus();
  await user.keyboard('jk');
  expect(rowButton('12345678')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(rowButton('12345678')).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('table', { name: '注文番号 12345678 の明細' })).toBeVisible();
  expect(rowButton('12345677')).toHaveAttribute('aria-expanded', 'false');

  fireEvent.keyDown(rowButton('12345678'), { key: 'j', keyCode: 229 });
  fireEvent.keyDown(rowButton('12345678'), { key: 'j', isComposing: true });
  fireEvent.keyDown(rowButton('12345678'), { key: 'j', ctrlKey: true });
  expect(rowButton('12345678')).toHaveFocus();

  await user.keyboard('/');
  const search = screen.getByRole('textbox', { name: '注文を検索' });
  expect(search).toHaveFocus();
  await user.keyboard('?/jk');
  expect(search).toHaveValue('?/jk');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.clear(search);

  // The list follows the search when the browser has time.
  (await screen.findByRole('button', { name: '注文番号 12345679' })).focus();
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'キーボードショートカット' }));
  expect(help.getByText('次の注文へ移動')).toBeVisible();
  await expectAccessible();
  await user.click(help.getByRole('switch', { name: '1文字のショートカットを使う' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  rowButton('12345679').focus();
  await user.keyboard('j/?');
  expect(rowButton('12345679')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(rowButton('12345678')).toHaveFocus();
});

test('when an order is closed and opened again, then what was typed in its row or its card is still there', async () => {
  const page = openOrders([buildAdminLine()]);
  const row = within(await card('12345678'));
  await page.user.type(row.getByRole('textbox'), 'https://videos.example.com/1');
  await openCard(page, '12345678');
  expect(row.getByRole('textbox')).toHaveValue('https://videos.example.com/1');
  await page.user.type(row.getByRole('textbox'), '2');
  await page.user.click(rowButton('12345678'));
  expect(row.queryByRole('table')).toBeNull();
  expect(row.getByRole('textbox')).toHaveValue('https://videos.example.com/12');
});
