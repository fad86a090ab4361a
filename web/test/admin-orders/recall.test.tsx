import { expect, jest, test } from '@jest/globals';
import { errorCatalogue, type OrderTimeline } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, details, findToast, openCard, openDetails, orderList } from './open-orders.tsx';

const RECALL = 'POST /api/admin/orders/12345678/recall';
const LIFE = 'GET /api/orders/12345678/life';
const MINUTE_MS = 60_000;

const lines = [
  buildDeliveredLine(),
  buildDeliveredLine({ orderNumber: '12345678-02', style: '横動画', videoDownloadUrl: 'https://videos.example.com/2' }),
];
const page = (changes: Partial<NonNullable<OrderTimeline['page']>> = {}): OrderTimeline['page'] => ({
  path: '/download/page-1',
  openedAt: '2026-11-21T01:00:00.000Z',
  expiresAt: '2099-12-21T01:00:00.000Z',
  recallableMs: 9 * MINUTE_MS + 30_000,
  ...changes,
});
const recalled = buildOrderTimeline({ status: '未対応', page: null, recalledAt: '2026-11-21T01:05:00.000Z' });

const recallButton = () => screen.findByRole('button', { name: /^納品を取り消す（あと\d+(分|秒)）$/ });
const confirmDialog = () => screen.findByRole('dialog', { name: '納品を取り消しますか？' });
const confirmIn = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: '納品を取り消す' });

test('when a delivery is recalled, then the page names what was downloaded, and the order waits with its URLs', async () => {
  const claim = { claimedAt: '2026-11-21T01:02:00.000Z', until: '2026-11-22T01:02:00.000Z' };
  const opened = openDetails(lines, {
    timeline: {
      page: page(),
      lines: [
        { id: '12345678-01', deliveredAt: '2026-11-21T01:00:00.000Z', claim: null, declined: null },
        { id: '12345678-02', deliveredAt: '2026-11-21T01:00:00.000Z', claim, declined: null },
      ],
    },
    given: { [RECALL]: () => json(recalled) },
  });
  const { user, respond, requests } = opened;
  expect(await recallButton()).toHaveTextContent('納品を取り消す（あと9分）');
  await user.click(await recallButton());
  const dialog = await confirmDialog();
  expect(dialog).toHaveTextContent('すでにダウンロードが始まっている動画：12345678-02（2026年11月21日(土) 10:02）');
  expect(dialog).toHaveTextContent('注文番号 12345678 を「未対応」に戻し、お客様のダウンロードページを閉じます。');
  await expectAccessible();

  respond(LIFE, () => json(recalled));
  respond('GET /api/orders', orderList(lines.map((line) => ({ ...line, status: '未対応', handledAt: null, videoDownloadUrl: null }))));
  await user.click(confirmIn(dialog));
  await findToast({ title: '納品を取り消しました', text: '注文を「未対応」に戻しました。動画を確認して、もう一度納品してください。' });
  const state = await within(await details('12345678')).findByText(
    '2026年11月21日(土) 10:05 に納品を取り消しました。納品し直すまで、お客様のページは閉じています。',
  );
  await waitFor(() => expect(state).toHaveFocus());
  expect(requests(RECALL).map(({ body }) => body)).toEqual([{ openedAt: '2026-11-21T01:00:00.000Z' }]);
  await expectAccessible();

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('tab', { name: '未対応' }));
  const fields = within(await openCard(opened, '12345678')).getAllByRole('textbox');
  expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual([
    'https://videos.example.com/1',
    'https://videos.example.com/2',
  ]);
});

test('when the last part of a delivery is recalled, then the dialog says what stays, and only that part waits with its URL', async () => {
  const [first, second] = lines.map(({ id }, index) => ({
    id,
    deliveredAt: `2026-11-21T01:0${index}:00.000Z`,
    claim: null,
    declined: null,
  }));
  if (!first || !second) throw new Error('The order has two lines');
  const after = () =>
    json(buildOrderTimeline({ status: '未対応', page: page({ recallableMs: 0 }), lines: [first, { ...second, deliveredAt: null }] }));
  const opened = openDetails(lines, {
    timeline: { page: page({ openedAt: second.deliveredAt }), lines: [first, second] },
    given: { [RECALL]: after },
  });
  const { user, respond, requests } = opened;
  await user.click(await recallButton());
  const dialog = await confirmDialog();
  expect(dialog).toHaveTextContent('最後の納品を取り消し、「未対応」に戻します。先に納品した1本は、お客様のダウンロードページに残ります。');
  respond(LIFE, after);
  respond(
    'GET /api/orders',
    orderList(lines.map((line, index) => ({ ...line, status: '未対応', handledAt: null, ...(index === 1 && { videoDownloadUrl: null }) }))),
  );
  await user.click(confirmIn(dialog));
  expect(requests(RECALL).map(({ body }) => body)).toEqual([{ openedAt: second.deliveredAt }]);
  const open = within(await details('12345678'));
  await waitFor(() => expect(open.getByText(/に公開/)).toHaveFocus());
  expect(await open.findByText('動画1本を納品済み、残りの1本は未納品です。')).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('tab', { name: '未対応' }));
  const order = within(await openCard(opened, '12345678'));
  expect(order.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual(['https://videos.example.com/2']);
  expect(order.getByRole('link', { name: 'ダウンロードリンク' })).toBeVisible();
});

test('when another admin recalled the delivery first, then the error is shown and has the focus', async () => {
  const { user, respond } = openDetails(lines, {
    timeline: { page: page() },
    given: { [RECALL]: () => errorResponse('DeliveryAlreadyRecalled') },
  });
  await user.click(await recallButton());
  const dialog = await confirmDialog();
  expect(dialog).toHaveTextContent('まだダウンロードされた動画はありません。');
  respond(LIFE, () => json(recalled));
  await user.click(confirmIn(dialog));
  const message = `納品を取り消せませんでした：${errorCatalogue.DeliveryAlreadyRecalled.message}`;
  const error = await within(await details('12345678')).findByText(message);
  await waitFor(() => expect(document.activeElement).toContainElement(error));
  await findToast({ title: '納品を取り消せませんでした', text: errorCatalogue.DeliveryAlreadyRecalled.message });
  expect(screen.queryByRole('button', { name: /^納品を取り消す/ })).toBeNull();
});

test('when the order was delivered again while the dialog is open, then the request names the delivery that was shown', async () => {
  fakeTime('setInterval');
  const { user, respond, requests } = openDetails(lines, {
    timeline: { page: page() },
    given: { [RECALL]: () => errorResponse('DeliveryRenewed') },
  });
  await user.click(await recallButton());
  const dialog = await confirmDialog();
  respond(LIFE, () => json(buildOrderTimeline({ page: page({ openedAt: '2026-11-21T01:09:00.000Z' }) })));
  await jest.advanceTimersByTimeAsync(15_000);
  expect(await within(await details('12345678')).findByText(/2026年11月21日\(土\) 10:09 に公開/)).toBeInTheDocument();
  await user.click(confirmIn(dialog));
  const message = `納品を取り消せませんでした：${errorCatalogue.DeliveryRenewed.message}`;
  expect(await within(await details('12345678')).findByText(message)).toBeVisible();
  expect(requests(RECALL).map(({ body }) => body)).toEqual([{ openedAt: '2026-11-21T01:00:00.000Z' }]);
});

test('when the time for a recall passes, then the button counts seconds and disappears, and extending is still possible', async () => {
  const start = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
  openDetails(lines, { timeline: { page: page({ recallableMs: 8_500 }) } });
  expect(await recallButton()).toHaveTextContent('納品を取り消す（あと8秒）');
  clock.mockReturnValue(start + 3_000);
  await waitFor(async () => expect(await recallButton()).toHaveTextContent('納品を取り消す（あと5秒）'));
  clock.mockReturnValue(start + 9_000);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^納品を取り消す/ })).toBeNull());
  expect(within(await details('12345678')).getByRole('button', { name: '期限を延長する' })).toBeEnabled();
});

test('when the time passes while the dialog is open, then it says that it is too late', async () => {
  const { user, requests } = openDetails(lines, { timeline: { page: page() } });
  await user.click(await recallButton());
  const dialog = await confirmDialog();
  const start = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(start + 10 * MINUTE_MS);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(errorCatalogue.RecallTooLate.message);
  expect(confirmIn(dialog)).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '納品を取り消しますか？' })).toBeNull());
  expect(requests(RECALL)).toEqual([]);
});
