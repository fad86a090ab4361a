import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildCustomerLine } from '../../src/testing/build-customer-line.ts';
import { asMember, errorResponse, expectAccessible, json, MEMBER, openPage } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';

const ledger = openTextLedger('purchase-history');
const ORDERS = 'GET /api/user/orders';

const delivered = (changes: Parameters<typeof buildCustomerLine>[0] = {}) =>
  buildCustomerLine({ status: '納品済み', videoUploaded: true, videoDownloadUrl: '/download/its-page', ...changes });

const card = (orderNumber: string) => screen.findByRole('article', { name: `注文番号 ${orderNumber}` });
const downloadLinks = (orders: HTMLElement) => within(orders).queryAllByRole('link', { name: /^ダウンロード（/ });
const receiptLink = (orders: HTMLElement) => within(orders).queryByRole('link', { name: /領収書$/ });

const openHistory = (lines: readonly ReturnType<typeof buildCustomerLine>[]) =>
  openPage('/purchase-history', { ...asMember(), [ORDERS]: () => json(lines) });

/** jsdom fires no such event itself. */
const returnToTab = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

test('when there are orders, then each has its own card in the order of the response, with number, date, total and receipt (customer 2.42, 2.43)', async () => {
  const newer = buildCustomerLine({ orderNumber: '22222222-01', orderDate: '2026-11-21T16:00:00.000Z' });
  openHistory([newer, delivered({ orderNumber: '11111111-01' }), delivered({ orderNumber: '11111111-02', price: 3500 })]);
  const older = await card('11111111');
  expect(screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)).toEqual([
    '注文番号 22222222',
    '注文番号 11111111',
  ]);
  expect(within(screen.getByRole('main')).getByText(MEMBER.email)).toBeVisible();
  expect(within(await card('22222222')).getByText('2026年11月22日(日)')).toBeVisible();
  expect(within(older).getByText('2026年11月20日(金)')).toBeVisible();
  expect(older).toHaveTextContent('合計 ¥8,500（税込）（動画2本）');
  expect(within(older).getByRole('link', { name: '注文番号11111111の領収書' })).toHaveAttribute('href', '/receipt/11111111');
  await expectAccessible();
});

test('when an order is listed, then its card links to its status page', async () => {
  openHistory([buildCustomerLine({ orderNumber: '11111111-01', statusPath: '/order-status/its-key' })]);
  const link = within(await card('11111111')).getByRole('link', { name: '注文番号11111111のご注文の状況' });
  expect(link).toHaveAttribute('href', '/order-status/its-key');
  await expectAccessible();
});

test('when a video is delivered, then its row has a button that opens the download page in a new tab; otherwise it shows the badge (customer 2.44)', async () => {
  openHistory([
    delivered({ orderNumber: '11111111-01' }),
    buildCustomerLine({ orderNumber: '11111111-02', category: 'ビキニ', athleteNumber: '034', style: '横動画', price: 3500 }),
  ]);
  const order = await card('11111111');
  expect(
    within(order)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['大会名', 'カテゴリー', 'ゼッケン番号', '動画の向き', '価格', '動画']);
  const cells = within(order)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['春の大会', '一般', '012 佐藤 美咲', '縦動画', '¥5,000（税込）', 'ダウンロード'],
    ['春の大会', 'ビキニ', '034 佐藤 美咲', '横動画', '¥3,500（税込）', '納品待ち'],
  ]);
  await ledger.see('納品待ち');
  const [link, ...others] = downloadLinks(order);
  expect(others).toEqual([]);
  expect(link).toHaveAccessibleName('ダウンロード（012 縦動画、新しいタブで開きます）');
  expect(link).toHaveAttribute('href', '/download/its-page');
  expect(link).toHaveAttribute('target', '_blank');
});

test('when an order is refunded, then it shows whether fully or partially, and a fully refunded order has no downloads and no receipt', async () => {
  openHistory([
    delivered({ orderNumber: '33333333-01', payment: 'partially-refunded' }),
    buildCustomerLine({ orderNumber: '33333333-02', payment: 'partially-refunded', isDeclined: true }),
    delivered({ orderNumber: '22222222-01', payment: 'refunded' }),
    delivered({ orderNumber: '11111111-01', payment: 'charged-back' }),
  ]);
  const partly = await card('33333333');
  expect(within(partly).getByText('一部返金済み')).toBeVisible();
  expect(within(partly).getByText('制作不可')).toBeVisible();
  expect(downloadLinks(partly)).toHaveLength(1);
  expect(receiptLink(partly)).toBeVisible();
  for (const orderNumber of ['22222222', '11111111']) {
    const whole = await card(orderNumber);
    expect(within(whole).getByText('返金済み')).toBeVisible();
    expect(downloadLinks(whole)).toEqual([]);
    expect(receiptLink(whole)).toBeNull();
  }
  await expectAccessible();
});

test('when there are no orders, then the page says so and links to the order lookup and the home page (customer 2.45)', async () => {
  openHistory([]);
  await ledger.see('購入した商品はまだありません');
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'ご注文の照会' })).toHaveAttribute('href', '/order-lookup');
  expect(screen.getByRole('link', { name: '販売中の動画を見る' })).toHaveAttribute('href', '/');
  await expectAccessible();
});

test('when the shop is slow, then the page shows that it is loading (customer 2.45)', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  openPage('/purchase-history', {
    ...asMember(),
    [ORDERS]: async () => {
      await slow;
      return json([buildCustomerLine()]);
    },
  });
  await within(await screen.findByRole('main')).findByText(MEMBER.email);
  await ledger.see('読み込み中');
  await expectAccessible();
  release();
  await card('12345678');
  expect(screen.queryByText(/読み込み中/)).toBeNull();
});

test('when the shop fails after the orders were loaded, then they stay visible below the error', async () => {
  const page = openHistory([buildCustomerLine()]);
  await card('12345678');
  page.respond(ORDERS, () => errorResponse('BadGateway'));
  returnToTab();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '購入履歴を読み込めませんでしたサービスに接続できませんでした。しばらくしてからもう一度お試しください。',
  );
  expect(await card('12345678')).toBeVisible();
  await expectAccessible();
});

test('when the orders cannot be loaded, then retry loads them again', async () => {
  const page = openPage('/purchase-history', { ...asMember(), [ORDERS]: () => errorResponse('BadGateway') });
  expect(await screen.findByRole('alert')).toHaveTextContent('購入履歴を読み込めませんでした');
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.queryByText('購入した商品はまだありません')).toBeNull();
  await expectAccessible();
  page.respond(ORDERS, () => json([buildCustomerLine()]));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  await card('12345678');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('when the videos are delivered while it is open, then a return to the tab shows them, and Tab reaches the receipt and the video (customer 7.21)', async () => {
  const page = openHistory([buildCustomerLine()]);
  const order = await card('12345678');
  expect(within(order).getByText('納品待ち')).toBeVisible();
  page.respond(ORDERS, () => json([delivered()]));
  returnToTab();
  const link = await within(order).findByRole('link', { name: /^ダウンロード（/ });
  expect(within(order).queryByText('納品待ち')).toBeNull();
  const receipt = receiptLink(order);
  receipt?.focus();
  expect(receipt).toHaveFocus();
  await page.user.tab();
  expect(link).toHaveFocus();
});

test('when all tests of the purchase history have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
