import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, findToast, openOrders, orderList, view } from './open-orders.tsx';

const REQUIRED = 'すべての動画のダウンロードURLを入力してください';
const INVALID = 'ダウンロードURLは https:// で始まる2,048文字以内のURLを入力してください（ユーザー名・パスワードを含むURLは使えません）。';
const UNAVAILABLE = errorCatalogue.BadGateway.message;
const LOAD_ERROR = '注文の一覧を読み込めませんでした';
const SITE = 'https://videos.example.com';
const DELIVER = 'POST /api/orders/12345678/deliver';
const COMPLETE = 'PATCH /api/orders/complete/12345678-01';

const lines = [buildAdminLine(), buildAdminLine({ orderNumber: '12345678-02', style: '横動画' })];
const delivered =
  (customerEmailSent = true) =>
  () =>
    json({ orderNumber: '12345678', status: '納品済み', downloadPath: '/download/page-1', customerEmailSent });

const deliverButton = async () => within(await card('12345678')).getByRole('button', { name: '納品' });
const completeButton = async () => within(await card('12345678')).getByRole('button', { name: '完了' });
const fields = async () => within(await card('12345678')).getAllByRole('textbox');
const fillUrls = async ({ user }: ReturnType<typeof openOrders>) => {
  for (const [index, field] of (await fields()).entries()) {
    await user.click(field);
    await user.paste(`${SITE}/${index + 1}`);
  }
};
const orderIsGone = () => waitFor(() => expect(screen.queryByRole('article', { name: '注文番号 12345678' })).toBeNull());

test('when a download URL is missing, then each empty field says so, the first has the focus, and nothing is sent', async () => {
  const page = openOrders(lines);
  await page.user.click(await deliverButton());
  expect(within(await card('12345678')).getAllByText(REQUIRED)).toHaveLength(2);
  const [first, second] = await fields();
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleDescription(REQUIRED);
  await findToast({ title: '入力エラー', text: REQUIRED });
  await expectAccessible();

  await page.user.paste(`${SITE}/1`);
  expect(first).toHaveAccessibleDescription('');
  await page.user.click(await deliverButton());
  await waitFor(() => expect(second).toHaveFocus());
  expect(within(await card('12345678')).getAllByText(REQUIRED)).toHaveLength(1);
  expect(page.requests(DELIVER)).toEqual([]);
});

test.each([
  ['not encrypted', 'http://videos.example.com/1'],
  ['a script', 'javascript:alert(1)'],
  ['with a password', 'https://user:secret@videos.example.com/1'],
  ['too long', `${SITE}/${'a'.repeat(3_000)}`],
  ['without a scheme', 'videos.example.com/1'],
])('when a download URL is %s, then its field shows the reason and has the focus, and nothing is sent', async (_case, url) => {
  const page = openOrders([buildAdminLine()]);
  const [field] = await fields();
  await page.user.click(await screen.findByLabelText('12345678-01 の動画ダウンロードURL'));
  await page.user.paste(url);
  await page.user.click(await deliverButton());
  expect(await within(await card('12345678')).findByText(INVALID)).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(INVALID);
  await findToast({ title: '入力エラー', text: INVALID });
  expect(page.requests(DELIVER)).toEqual([]);
});

test('when all URLs are valid, then they are sent without spaces around them, and the order leaves the list', async () => {
  const page = openOrders(lines, { given: { [DELIVER]: delivered() } });
  await fillUrls(page);
  await page.user.type((await fields())[1] ?? document.body, '  ');
  page.respond('GET /api/orders', orderList([]));
  await page.user.click(await deliverButton());
  await findToast({ title: '納品完了', text: '注文番号 12345678 のお客様に、ダウンロードリンクのメールを送信しました。' });
  await orderIsGone();
  expect(page.requests(DELIVER).map(({ body }) => body)).toEqual([
    { downloadUrls: { '12345678-01': `${SITE}/1`, '12345678-02': `${SITE}/2` } },
  ]);
  // The last order is gone, so the focus moves to the heading.
  await waitFor(() => expect(screen.getByRole('heading', { name: '動画注文一覧' })).toHaveFocus());
});

test('when the mail was not sent yet, then the page says that the order is delivered and the mail will follow', async () => {
  const page = openOrders([buildAdminLine()], { given: { [DELIVER]: delivered(false) } });
  await fillUrls(page);
  page.respond('GET /api/orders', orderList([buildDeliveredLine()]));
  await page.user.click(await deliverButton());
  await findToast({
    title: '納品完了',
    text: '注文番号 12345678 のメールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。',
  });
  await orderIsGone();
  await page.user.click(view('対応済み'));
  expect(within(await card('12345678')).getByRole('link', { name: 'ダウンロードリンク' })).toBeVisible();
});

test('when an order is delivered by keyboard only, then the focus moves to the order in its place', async () => {
  const next = buildAdminLine({ orderNumber: '12345677-01' });
  const page = openOrders([...lines, next], { given: { [DELIVER]: delivered() } });
  const [first, second] = await fields();
  const tabTo = async (target: Element | undefined) => {
    for (let presses = 0; presses < 60 && document.activeElement !== target; presses += 1) await page.user.tab();
    expect(target).toHaveFocus();
  };
  await tabTo(first);
  await page.user.keyboard('https://v.jp/1');
  await tabTo(second);
  await page.user.keyboard('https://v.jp/2');
  await tabTo(await deliverButton());
  page.respond('GET /api/orders', orderList([next]));
  await page.user.keyboard('{Enter}');
  await orderIsGone();
  await waitFor(() => expect(screen.getByRole('heading', { name: '注文番号 12345677' })).toHaveFocus());
});

test('when an order is completed, then it moves to the handled orders', async () => {
  const page = openOrders(lines, { given: { [COMPLETE]: () => json({ orderNumber: '12345678-01', status: '対応済み' }) } });
  await card('12345678');
  page.respond('GET /api/orders', orderList(lines.map((line) => ({ ...line, status: '対応済み' }))));
  await page.user.click(await completeButton());
  await findToast({ title: '処理完了', text: '注文番号 12345678 を対応済みに移動しました。' });
  await orderIsGone();
  await page.user.click(view('対応済み'));
  expect(within(await card('12345678')).getByText('納品完了')).toBeVisible();
});

test('when the orders service is unavailable, then the order stays with its typed URLs, and each failure is shown', async () => {
  const unavailable = () => errorResponse('BadGateway');
  const page = openOrders(lines, { given: { [DELIVER]: unavailable, [COMPLETE]: unavailable } });
  await fillUrls(page);
  page.respond('GET /api/orders', unavailable);
  await page.user.click(await completeButton());
  const order = within(await card('12345678'));
  expect(await order.findByText(`完了処理に失敗しました：${UNAVAILABLE}`)).toBeVisible();
  await findToast({ title: '完了処理に失敗しました', text: UNAVAILABLE });
  await page.user.click(await deliverButton());
  expect(await order.findByText(`納品処理に失敗しました：${UNAVAILABLE}`)).toBeVisible();
  expect(order.queryByText(/完了処理に失敗しました/)).toBeNull();
  await findToast({ title: '納品処理に失敗しました', text: UNAVAILABLE });
  expect(await screen.findByText(LOAD_ERROR)).toBeVisible();
  await expectAccessible();

  page.respond('GET /api/orders', orderList(lines));
  await page.user.click(screen.getByRole('button', { name: '再読み込み' }));
  await waitFor(() => expect(screen.queryByText(LOAD_ERROR)).toBeNull());
  expect((await fields()).map((field) => (field as HTMLInputElement).value)).toEqual([`${SITE}/1`, `${SITE}/2`]);
});

test('when another admin has delivered the order, then an error about it is shown until the admin closes it', async () => {
  const page = openOrders([buildAdminLine()], { given: { [DELIVER]: () => errorResponse('OrderAlreadyDelivered') } });
  await fillUrls(page);
  page.respond('GET /api/orders', orderList([buildDeliveredLine()]));
  await page.user.click(await deliverButton());
  await findToast({ title: '納品処理に失敗しました', text: 'この注文はすでに納品済みです。' });
  const notice = await screen.findByRole('alert', { name: '注文番号 12345678' });
  expect(notice).toHaveTextContent('納品処理に失敗しました：この注文はすでに納品済みです。');
  await orderIsGone();
  await expectAccessible();
  await page.user.click(within(notice).getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(notice).not.toBeInTheDocument());
});
