import { expect, test } from '@jest/globals';
import type { AuditEntryView, OrderTimeline } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { errorResponse, expectAccessible, json, networkFailure } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, details, findToast, goOffline, ORDERS, openDetails, orderList } from './open-orders.tsx';

const OFFLINE = 'インターネットに接続されていません。接続を確認して、もう一度お試しください。';
const LOAD_ERROR = '注文の詳細を読み込めませんでした';

const claim = { claimedAt: '2026-11-21T02:00:00.000Z', until: '2026-11-22T02:00:00.000Z' };
const mail = {
  mailId: 'm1',
  template: 'order-delivery',
  recipient: 'taro@example.jp',
  state: 'sent' as const,
  at: '2026-11-21T01:00:00.000Z',
};
const delivery: AuditEntryView = {
  id: 'e1',
  occurredAt: '2026-11-21T01:00:00.000Z',
  adminEmail: 'admin@example.jp',
  action: 'order.delivered',
  target: { type: 'order', id: '12345678', label: '12345678' },
  before: null,
  after: null,
  ip: null,
};
const timelineResponse =
  (changes: Partial<OrderTimeline> = {}) =>
  () =>
    json(buildOrderTimeline(changes));

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const button = (name: string) => screen.findByRole('button', { name });
const addressField = async () => (await section('お客様')).getByRole('textbox', { name: /メールアドレス/ });

test('when the details are opened, then they show the timeline, and Escape returns to the button in the list', async () => {
  const page = openDetails([buildDeliveredLine()], { path: `${ORDERS}&view=handled`, timeline: { mails: [mail] }, audit: [delivery] });
  const opener = await button('注文番号 12345678 の詳細');
  await page.user.click(opener);
  const dialog = within(await details('12345678'));
  expect(window.location.search).toBe('?tab=orders&view=handled&order=12345678');
  expect(await dialog.findByText('納品済み')).toBeVisible();
  const mails = await section('メール');
  expect(mails.getByText('納品メール')).toBeVisible();
  expect(mails.getByText('送信済み')).toBeVisible();
  expect(mails.getByText('再送信の宛先：taro@example.jp')).toBeVisible();
  const payment = await section('お支払い');
  expect(payment.getByText('支払済み')).toBeVisible();
  expect(payment.getByText('お支払い金額').parentElement).toHaveTextContent('¥5,000（税込）');
  expect((await section('動画')).getByText('まだダウンロードされていません')).toBeVisible();
  expect(await (await section('操作履歴')).findByRole('article', { name: '注文の納品 12345678' })).toBeVisible();
  await expectAccessible();

  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('?tab=orders&view=handled');
  await waitFor(() => expect(opener).toHaveFocus());
});

test('when a mail is resent, then the page says whether it was sent or waits', async () => {
  const MAILS = 'POST /api/orders/12345678/mails';
  const page = openDetails([buildDeliveredLine()], { given: { [MAILS]: () => json({ customerEmailSent: true }) } });
  await page.user.click(await button('納品メールを再送信'));
  await findToast({ title: '送信しました', text: '納品メールを再送信しました。' });
  page.respond(MAILS, () => json({ customerEmailSent: false }));
  await page.user.click(await button('注文確認メールを再送信'));
  await findToast({ title: '送信待ち', text: '注文確認メールはまだ送信できていません。自動で再送されます。' });
  expect(page.requests(MAILS).map(({ body }) => body)).toEqual([{ template: 'order-delivery' }, { template: 'order-confirmation' }]);
});

test('when the new address is unchanged or malformed, then the field says so; when it is another, then it is sent and shown', async () => {
  const CORRECT = 'PATCH /api/orders/12345678/customer';
  const page = openDetails([buildDeliveredLine()], { given: { [CORRECT]: timelineResponse({ email: 'meant@example.jp' }) } });
  await page.user.click(await button('アドレスを変更'));
  await waitFor(async () => expect(await addressField()).toHaveFocus());
  await page.user.click(await button('アドレスを変更する'));
  expect(await screen.findByText('現在と同じメールアドレスです。')).toBeVisible();
  expect(await addressField()).toHaveFocus();
  await page.user.clear(await addressField());
  await page.user.paste('meant');
  expect(screen.queryByText('現在と同じメールアドレスです。')).toBeNull();
  await page.user.click(await button('アドレスを変更する'));
  expect(await screen.findByText('メールアドレスの形式が正しくありません。')).toBeVisible();
  await expectAccessible();
  expect(page.requests(CORRECT)).toEqual([]);

  page.respond('GET /api/orders/12345678/life', timelineResponse({ email: 'meant@example.jp' }));
  page.respond('GET /api/orders', orderList([buildDeliveredLine({ customerEmail: 'meant@example.jp' })]));
  await page.user.paste('@example.jp');
  await page.user.keyboard('{Enter}');
  await findToast({
    title: 'メールアドレスを変更しました',
    text: '新しいアドレスにお知らせするには、メールを再送信してください。',
  });
  expect(page.requests(CORRECT).map(({ body }) => body)).toEqual([{ email: 'meant@example.jp' }]);
  expect((await section('お客様')).getByText('meant@example.jp')).toBeVisible();
  await waitFor(async () => expect(await button('アドレスを変更')).toHaveFocus());
});

test('when a video was downloaded, then the page says when, and it can be extended and allowed once more', async () => {
  const EXTEND = 'POST /api/orders/12345678/extend';
  const RE_ARM = 'POST /api/orders/12345678/lines/12345678-01/re-arm';
  const claimed = { lines: [{ id: '12345678-01', deliveredAt: '2026-11-21T01:00:00.000Z', claim, declined: null }] };
  const page = openDetails([buildDeliveredLine()], {
    timeline: claimed,
    given: { [EXTEND]: timelineResponse(claimed), [RE_ARM]: timelineResponse() },
  });
  const videos = await section('動画');
  expect(await videos.findByText(/^2026年11月21日\(土\) 11:00 にダウンロード開始/)).toBeVisible();
  // A video that was downloaded can no longer be declined.
  expect(videos.queryByRole('button', { name: '12345678-01 を制作不可にする' })).toBeNull();
  await expectAccessible();
  await page.user.click(await button('期限を延長する'));
  await findToast({ title: 'ダウンロード期限を延長しました', text: 'ダウンロードページの期限を、今日から数え直しました。' });
  expect(page.requests(EXTEND)).toHaveLength(1);

  page.respond('GET /api/orders/12345678/life', timelineResponse());
  await page.user.click(await button('12345678-01 の再ダウンロードを許可する'));
  await findToast({ title: '再ダウンロードを許可しました', text: 'お客様は、動画をもう一度ダウンロードできます。' });
  expect(await videos.findByText('まだダウンロードされていません')).toBeVisible();
  expect(page.requests(RE_ARM)).toHaveLength(1);
});

test('when the details cannot be loaded, then an error is shown until a retry loads them', async () => {
  const page = openDetails([buildDeliveredLine()], { given: { 'GET /api/orders/12345678/life': networkFailure } });
  const dialog = within(await details('12345678'));
  expect(await dialog.findByText(LOAD_ERROR)).toBeVisible();
  expect(dialog.getByText('サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。')).toBeVisible();
  await expectAccessible();
  page.respond('GET /api/orders/12345678/life', timelineResponse());
  await page.user.click(dialog.getByRole('button', { name: '再読み込み' }));
  expect(await button('期限を延長する')).toBeVisible();
  expect(screen.queryByText(LOAD_ERROR)).toBeNull();
});

test('when an action fails, then its failure is shown at its button, and remains on the card after the dialog is closed', async () => {
  const page = openDetails([buildDeliveredLine()], {
    given: { 'POST /api/orders/12345678/extend': networkFailure, 'POST /api/orders/12345678/mails': networkFailure },
  });
  const dialog = within(await details('12345678'));
  await button('期限を延長する');
  const goOnline = goOffline();
  for (const [action, failed] of [
    ['期限を延長する', 'ダウンロード期限を延長できませんでした'],
    ['納品メールを再送信', '納品メールを再送信できませんでした'],
  ] as const) {
    await page.user.click(await button(action));
    expect(await dialog.findByText(`${failed}：${OFFLINE}`)).toBeVisible();
    await findToast({ title: failed, text: OFFLINE });
  }
  expect(dialog.queryByText(/ダウンロード期限を延長できませんでした/)).toBeNull();
  await expectAccessible();
  await page.user.click(dialog.getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(within(await card('12345678')).getByText(`納品メールを再送信できませんでした：${OFFLINE}`)).toBeVisible();
  goOnline();
});

test('when an order was completed without a delivery, then the keyboard can reopen it, and it leaves the handled orders', async () => {
  const line = buildDeliveredLine({ status: '対応済み', videoDownloadUrl: null, downloadPath: null });
  const REOPEN = 'POST /api/orders/12345678/reopen';
  const reopened = { status: '未対応', page: null } as const;
  const page = openDetails([line], {
    path: `${ORDERS}&view=handled&q=12345678`,
    timeline: { status: '対応済み', page: null },
    given: { [REOPEN]: timelineResponse(reopened) },
  });
  const opener = await button('注文番号 12345678 の詳細');
  opener.focus();
  await page.user.keyboard('{Enter}');
  await button('未対応に戻す');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
  await page.user.keyboard('{Enter}');
  const reopen = await button('未対応に戻す');
  for (let presses = 0; presses < 10 && document.activeElement !== reopen; presses += 1) await page.user.tab();
  expect(reopen).toHaveFocus();
  page.respond('GET /api/orders/12345678/life', timelineResponse(reopened));
  page.respond('GET /api/orders', orderList([{ ...line, status: '未対応', handledAt: null }]));
  await page.user.keyboard('{Enter}');
  await findToast({ title: '注文を未対応に戻しました', text: '「未対応」のタブに移動しました。' });
  expect(page.requests(REOPEN)).toHaveLength(1);
  expect(await within(await details('12345678')).findByText('未対応')).toBeVisible();
  await page.user.keyboard('{Escape}');
  expect(await screen.findByText('条件に合う注文はありません')).toBeVisible();
  await page.user.click(screen.getByRole('tab', { name: '未対応' }));
  expect(await card('12345678')).toBeVisible();
});

test('when reopening fails because another admin delivered the order, then the reason is shown', async () => {
  const line = buildDeliveredLine({ status: '対応済み', videoDownloadUrl: null, downloadPath: null });
  const page = openDetails([line], {
    timeline: { status: '対応済み', page: null },
    given: { 'POST /api/orders/12345678/reopen': () => errorResponse('OrderNotReopenable') },
  });
  await page.user.click(await button('未対応に戻す'));
  const reason = '未対応に戻せるのは、納品せずに対応済みにした注文だけです。';
  expect(await within(await details('12345678')).findByText(`注文を未対応に戻せませんでした：${reason}`)).toBeVisible();
});
