import { expect, test } from '@jest/globals';
import { errorCatalogue, type OrderTimeline } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { errorResponse, expectAccessible, json, networkFailure } from '../../src/testing/open-page.tsx';
import { details, findToast, ORDERS, openCard, openDetails, orderList } from './open-orders.tsx';

const DECLINE = 'POST /api/orders/12345678/lines/12345678-01/decline';
const LIFE = 'GET /api/orders/12345678/life';
const REASON = '撮影機材の不具合のため';
const SUBMIT = '¥5,000を返金して制作不可にする';
const declineTitle = '12345678-01 を制作不可にする';

const lines = [buildAdminLine({ payment: 'partially-refunded' }), buildAdminLine({ orderNumber: '12345678-02', style: '横動画' })];
const waiting: Partial<OrderTimeline> = { status: '未対応', page: null };
const payment: OrderTimeline['payment'] = { ...buildOrderTimeline().payment, total: 10_000 };
const declinedTimeline = (refundState: 'pending' | 'succeeded' | 'failed'): OrderTimeline =>
  buildOrderTimeline({
    ...waiting,
    payment: refundState === 'succeeded' ? { ...payment, mark: 'partially-refunded', refundedAmount: 5000 } : payment,
    lines: [
      {
        id: '12345678-01',
        deliveredAt: '2026-11-21T01:00:00.000Z',
        claim: null,
        declined: { at: '2026-11-21T01:00:00.000Z', reason: REASON, refundState },
      },
      { id: '12345678-02', deliveredAt: '2026-11-21T01:00:00.000Z', claim: null, declined: null },
    ],
  });

const open = (given = {}) => openDetails(lines, { path: `${ORDERS}&order=12345678`, timeline: { ...waiting, payment }, given });
const openForm = async (page: ReturnType<typeof open>) => {
  await page.user.click(await screen.findByRole('button', { name: declineTitle }));
  return within(screen.getByRole('group', { name: declineTitle }));
};

test('when a video is declined, then a reason is required, and the amount of the refund is shown before and after', async () => {
  const page = open({ [DECLINE]: () => json(declinedTimeline('succeeded')) });
  const form = await openForm(page);
  expect(
    form.getByText('¥5,000（税込）をお客様のカードに返金し、お客様にメールでお知らせします。この操作は取り消せません。'),
  ).toBeVisible();
  await waitFor(() => expect(form.getByRole('textbox')).toHaveFocus());
  await page.user.click(form.getByRole('button', { name: SUBMIT }));
  expect(await form.findByText('理由を入力してください。')).toBeVisible();
  expect(form.getByRole('textbox')).toHaveFocus();
  await expectAccessible();
  expect(page.requests(DECLINE)).toEqual([]);

  page.respond(LIFE, () => json(declinedTimeline('succeeded')));
  page.respond('GET /api/orders', orderList(lines.map((line, index) => ({ ...line, productionPossible: index === 0 }))));
  await page.user.paste(` ${REASON} `);
  await page.user.click(form.getByRole('button', { name: SUBMIT }));
  await findToast({ title: '制作不可にしました', text: '¥5,000を返金し、お客様にメールでお知らせします。' });
  expect(page.requests(DECLINE).map(({ body }) => body)).toEqual([{ reason: REASON }]);
  const videos = within(await screen.findByRole('region', { name: '動画' }));
  expect(await videos.findByText(`理由：${REASON}`)).toBeVisible();
  expect(videos.getByText('返金済み')).toBeVisible();
  // The pressed button is gone, so the focus moves to the video.
  await waitFor(() => expect(videos.getAllByRole('listitem')[0]).toHaveFocus());
  const shownPayment = within(screen.getByRole('region', { name: 'お支払い' }));
  expect(shownPayment.getByText('一部返金済み')).toBeVisible();
  expect(shownPayment.getByText('差引金額').parentElement).toHaveTextContent('¥5,000');
  await expectAccessible();

  await page.user.click(within(await details('12345678')).getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const order = within(await openCard(page, '12345678'));
  expect(order.getByText('辞退')).toBeVisible();
  expect(order.getByRole('textbox')).toHaveAccessibleName('12345678-02 の動画ダウンロードURL');
});

test('when the refund fails, then the reason is kept and can be sent again', async () => {
  const page = open({ [DECLINE]: () => errorResponse('RefundFailed') });
  const form = await openForm(page);
  await page.user.click(form.getByRole('textbox'));
  await page.user.paste(REASON);
  await page.user.click(form.getByRole('button', { name: SUBMIT }));
  expect(await form.findByText(`制作不可にできませんでした：${errorCatalogue.RefundFailed.message}`)).toBeVisible();
  await findToast({ title: '制作不可にできませんでした', text: '返金に失敗しました。' });
  expect(form.getByRole('textbox')).toHaveValue(REASON);
  await expectAccessible();
  page.respond(DECLINE, () => json(declinedTimeline('pending')));
  await page.user.click(form.getByRole('button', { name: SUBMIT }));
  await findToast({
    title: '制作不可にしました',
    text: '¥5,000の返金を受け付けました。返金が完了すると、お客様にメールでお知らせします。',
  });
  expect(page.requests(DECLINE)).toHaveLength(2);
});

test('when there is no response, then the page says that the refund is unclear', async () => {
  const page = open({ [DECLINE]: networkFailure });
  const form = await openForm(page);
  await page.user.click(form.getByRole('textbox'));
  await page.user.paste(REASON);
  await page.user.click(form.getByRole('button', { name: SUBMIT }));
  const unclear = '返金の結果を確認できませんでした。少し待って画面を確認してください。';
  expect(await form.findByText(unclear)).toBeVisible();
  await findToast({ title: '確認が必要です', text: unclear });
});

test('when the dialog is closed, then the typed reason is kept until it is cancelled', async () => {
  const page = open();
  await page.user.click((await openForm(page)).getByRole('textbox'));
  await page.user.paste(REASON);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.user.click(await screen.findByRole('button', { name: '注文番号 12345678 の詳細' }));
  const restored = within(await screen.findByRole('group', { name: declineTitle }));
  expect(restored.getByRole('textbox')).toHaveValue(REASON);
  await page.user.click(restored.getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.getByRole('button', { name: declineTitle })).toHaveFocus());
  expect((await openForm(page)).getByRole('textbox')).toHaveValue('');
});
