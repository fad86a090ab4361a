import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, findToast, openCard, openOrders, orderList, view } from './open-orders.tsx';

const REQUIRED = 'すべての動画のダウンロードURLを入力してください';
const INVALID = 'ダウンロードURLは https:// で始まる2,048文字以内のURLを入力してください（ユーザー名・パスワードを含むURLは使えません）。';
const UNAVAILABLE = errorCatalogue.BadGateway.message;
const LOAD_ERROR = '注文の一覧を読み込めませんでした';
const SITE = 'https://videos.example.com';
const DELIVER = 'POST /api/orders/12345678/deliver';
const DELIVER_READY = 'POST /api/orders/12345678/deliver-ready';
const REOPEN = 'POST /api/orders/12345678/reopen';
const COMPLETE = 'PATCH /api/orders/complete/12345678-01';

const lines = [buildAdminLine(), buildAdminLine({ orderNumber: '12345678-02', style: '横動画' })];
const delivered =
  (customerEmailSent = true) =>
  () =>
    json({ orderNumber: '12345678', status: '納品済み', downloadPath: '/download/page-1', customerEmailSent });

const deliverButton = async () => within(await card('12345678')).getByRole('button', { name: '納品' });
const completeButton = async () => within(await card('12345678')).getByRole('button', { name: '完了' });
const confirmCompletion = async (page: ReturnType<typeof openOrders>) => {
  const { user } = page;
  await openCard(page, '12345678');
  await user.click(await completeButton());
  const dialog = await screen.findByRole('dialog', { name: '動画を納品せずに完了しますか？' });
  await user.click(within(dialog).getByRole('button', { name: '納品せずに完了する' }));
};
const fields = async () => within(await card('12345678')).getAllByRole('textbox');
const paste = async (page: ReturnType<typeof openOrders>, { line, url }: { line: number; url: string }) => {
  const { user } = page;
  await openCard(page, '12345678');
  const field = (await fields())[line];
  if (!field) throw new Error(`The order has no field ${line}`);
  await user.clear(field);
  await user.paste(url);
};
const fillUrls = async (page: ReturnType<typeof openOrders>) => {
  const { user } = page;
  await openCard(page, '12345678');
  for (const [index, field] of (await fields()).entries()) {
    await user.click(field);
    await user.paste(`${SITE}/${index + 1}`);
  }
};
const orderIsGone = () => waitFor(() => expect(screen.queryByRole('article', { name: '注文番号 12345678' })).toBeNull());

test('when a download URL is missing, then each empty field says so, the first has the focus, and nothing is sent (admin 5.10)', async () => {
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

test('when a download URL is invalid, then its field shows the reason and has the focus, and nothing is sent (admin 5.10)', async () => {
  const page = openOrders([buildAdminLine()]);
  const [field] = await fields();
  await page.user.click(await screen.findByLabelText('12345678-01 の動画ダウンロードURL'));
  await page.user.paste('javascript:alert(1)');
  await page.user.click(await deliverButton());
  expect(await within(await card('12345678')).findByText(INVALID)).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(INVALID);
  await findToast({ title: '入力エラー', text: INVALID });
  expect(page.requests(DELIVER)).toEqual([]);
});

test('when all URLs are valid, then they are sent without spaces around them, and the order leaves the list (admin 2.47, 8.12)', async () => {
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

test('when the mail was not sent yet, then the page says that the order is delivered and the mail will follow (admin 8.12)', async () => {
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
  const tabTo = async (target: Element | undefined) => {
    for (let presses = 0; presses < 60 && document.activeElement !== target; presses += 1) await page.user.tab();
    expect(target).toHaveFocus();
  };
  await tabTo(within(await card('12345678')).getByRole('button', { name: '注文番号 12345678' }));
  await page.user.keyboard('{Enter}');
  const [first, second] = await fields();
  await tabTo(first);
  await page.user.keyboard('https://v.jp/1');
  await tabTo(second);
  await page.user.keyboard('https://v.jp/2');
  await tabTo(await deliverButton());
  page.respond('GET /api/orders', orderList([next]));
  await page.user.keyboard('{Enter}');
  await orderIsGone();
  await waitFor(() => expect(screen.getByRole('button', { name: '注文番号 12345677' })).toHaveFocus());
});

test('when an order without its videos is completed, then a confirmation says so, it moves to the handled orders, and an undo that fails says so (admin 8.11)', async () => {
  const page = openOrders(lines, {
    given: {
      [COMPLETE]: () => json({ orderNumber: '12345678-01', status: '対応済み' }),
      [REOPEN]: () => errorResponse('OrderNotReopenable'),
    },
  });
  await paste(page, { line: 0, url: `${SITE}/1` });
  await page.user.click(await completeButton());
  const dialog = await screen.findByRole('dialog', { name: '動画を納品せずに完了しますか？' });
  expect(dialog).toHaveTextContent('まだ納品していない動画が2本あります。');
  expect(dialog).toHaveTextContent('入力したURLとアップロードした動画も納品されません。');
  await expectAccessible();
  await page.user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(page.requests(COMPLETE)).toEqual([]);

  const completed = lines.map((line) => ({ ...line, status: '対応済み' as const, handledAt: '2026-11-21T01:00:00.000Z' }));
  page.respond('GET /api/orders', orderList(completed));
  await confirmCompletion(page);
  await findToast({ title: '処理完了', text: '注文番号 12345678 を対応済みに移動しました。' });
  await orderIsGone();
  await page.user.click(view('対応済み'));
  expect(within(await card('12345678')).getByText('納品完了')).toBeVisible();
  expect(within(await card('12345678')).getByText('未納品 2本')).toBeVisible();

  // Another admin was faster.
  await page.user.click(screen.getByRole('button', { name: '注文番号 12345678 の完了を元に戻す' }));
  await findToast({ title: '元に戻せませんでした', text: errorCatalogue.OrderNotReopenable.message });
});

test('when a completion is undone, then the order is back with what was typed', async () => {
  const page = openOrders(lines, {
    given: {
      [COMPLETE]: () => json({ orderNumber: '12345678-01', status: '対応済み' }),
      [REOPEN]: () => json(buildOrderTimeline({ status: '未対応', page: null })),
    },
  });
  await paste(page, { line: 0, url: `${SITE}/1` });
  page.respond('GET /api/orders', orderList(lines.map((line) => ({ ...line, status: '対応済み' as const }))));
  await confirmCompletion(page);
  const undo = await screen.findByRole('button', { name: '注文番号 12345678 の完了を元に戻す' });
  await orderIsGone();
  page.respond('GET /api/orders', orderList(lines));
  await page.user.click(undo);
  await findToast({ title: '元に戻しました', text: '注文番号 12345678 を未対応に戻しました。' });
  expect((await fields())[0]).toHaveValue(`${SITE}/1`);
});

test('when only some videos are ready, then they are delivered first, and the others keep their fields', async () => {
  const three = [...lines, buildAdminLine({ orderNumber: '12345678-03' })];
  const page = openOrders(three, {
    given: {
      [DELIVER_READY]: () => json({ orderNumber: '12345678', status: '未対応', downloadPath: '/download/p', customerEmailSent: true }),
    },
  });
  const readyButton = async () => within(await openCard(page, '12345678')).getByRole('button', { name: 'できた動画を先に納品' });
  expect(await readyButton()).toBeDisabled();
  await paste(page, { line: 0, url: 'http://videos.example.com' });
  const [first, second] = await fields();
  await page.user.click(await readyButton());
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleDescription(INVALID);
  expect(second).toHaveAccessibleDescription('');
  await paste(page, { line: 0, url: `${SITE}/1` });
  await paste(page, { line: 1, url: `${SITE}/2` });

  const delivery = { videoDownloadUrl: `${SITE}/1`, downloadPath: '/download/p' };
  const afterwards = three.map((line, index) => (index < 2 ? { ...line, ...delivery } : line));
  page.respond('GET /api/orders', orderList(afterwards));
  await page.user.click(await readyButton());
  const dialog = await screen.findByRole('dialog', { name: 'できた動画を先に納品しますか？' });
  expect(dialog).toHaveTextContent('動画2本をいま納品し、お客様にメールでお知らせします。残りの1本はあとで納品します。');
  await expectAccessible();
  await page.user.click(within(dialog).getByRole('button', { name: '2本を先に納品する' }));
  await findToast({
    title: '先に納品しました',
    text: '注文番号 12345678 の動画2本を納品し、お客様にメールを送信しました。残りの1本は未対応のままです。',
  });
  expect(page.requests(DELIVER_READY).map(({ body }) => body)).toEqual([
    { downloadUrls: { '12345678-01': `${SITE}/1`, '12345678-02': `${SITE}/2` } },
  ]);
  const order = within(await card('12345678'));
  expect(await order.findByText('一部納品済み 2/3本')).toBeVisible();
  expect(order.getAllByRole('link', { name: 'ダウンロードリンク' })).toHaveLength(2);
  const [remaining, ...others] = await fields();
  expect(others).toEqual([]);
  expect(remaining).toHaveFocus();
  await expectAccessible();

  // The rest needs no split, and is delivered without the videos that were delivered first.
  expect(order.queryByRole('button', { name: 'できた動画を先に納品' })).toBeNull();
  await paste(page, { line: 0, url: `${SITE}/3` });
  page.respond(DELIVER, delivered());
  await page.user.click(await deliverButton());
  await findToast({ title: '納品完了', text: '注文番号 12345678 のお客様に、ダウンロードリンクのメールを送信しました。' });
  expect(page.requests(DELIVER).map(({ body }) => body)).toEqual([{ downloadUrls: { '12345678-03': `${SITE}/3` } }]);
});

test('when the whole price was refunded, then the order is handled, and says why', async () => {
  const refunded = { status: '対応済み', payment: 'refunded' } as const;
  const page = openOrders([buildAdminLine(refunded), buildAdminLine({ orderNumber: '12345677-01' })]);
  await card('12345677');
  expect(screen.queryByRole('article', { name: '注文番号 12345678' })).toBeNull();
  await page.user.click(view('対応済み'));
  const order = within(await card('12345678'));
  expect(order.getByText('返金済み')).toBeVisible();
  expect(order.getByText('対応済み')).toBeVisible();
  expect(order.queryByText('納品完了')).toBeNull();
  expect(order.queryByText(/^未納品/)).toBeNull();
});

test('when the orders service is unavailable, then the order stays with its typed URLs, and each failure is shown (admin 8.10)', async () => {
  const unavailable = () => errorResponse('BadGateway');
  const page = openOrders(lines, { given: { [DELIVER]: unavailable, [COMPLETE]: unavailable } });
  await fillUrls(page);
  page.respond('GET /api/orders', unavailable);
  await confirmCompletion(page);
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
