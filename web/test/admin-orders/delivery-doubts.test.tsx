import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { card, findToast, openOrders, orderList } from './open-orders.tsx';

const DELIVER = 'POST /api/orders/12345678/deliver';
const DOUBT = '横向きの動画です（320×180）。';
const URL = 'https://videos.example.com/1';
const doubtful = () => errorResponse('DeliveryDoubtful', { fields: { 'downloadUrls.12345678-01': DOUBT } });

const dialog = () => screen.findByRole('dialog', { name: '納品する動画の確認' });
const dialogIsClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('when the server doubts a video, then it is delivered only after a confirmation', async () => {
  const page = openOrders([buildAdminLine()], { given: { [DELIVER]: doubtful } });
  const order = within(await card('12345678'));
  await page.user.click(order.getByRole('textbox'));
  await page.user.paste(URL);
  await page.user.click(order.getByRole('button', { name: '納品' }));
  const shown = within(await dialog());
  expect(shown.getByText('注文番号 12345678 の次の動画に確認が必要な点があります。まだ納品もメールの送信もしていません。')).toBeVisible();
  expect(shown.getByText('12345678-01（関東大会・ビキニ・012・縦動画）')).toBeVisible();
  expect(shown.getByText(DOUBT)).toBeVisible();
  expect(shown.getByRole('button', { name: '戻って確認する' })).toHaveFocus();
  await expectAccessible();

  await page.user.click(shown.getByRole('button', { name: '戻って確認する' }));
  await dialogIsClosed();
  expect(page.requests(DELIVER)).toHaveLength(1);
  expect(order.getByRole('textbox')).toHaveValue(URL);

  await page.user.click(order.getByRole('button', { name: '納品' }));
  const again = within(await dialog());
  page.respond(DELIVER, () =>
    json({ orderNumber: '12345678', status: '納品済み', downloadPath: '/download/page-1', customerEmailSent: true }),
  );
  page.respond('GET /api/orders', orderList([]));
  await page.user.click(again.getByRole('button', { name: 'このまま納品する' }));
  await findToast({ title: '納品完了', text: '注文番号 12345678' });
  expect(page.requests(DELIVER).map(({ body }) => body)).toEqual([
    { downloadUrls: { '12345678-01': URL } },
    { downloadUrls: { '12345678-01': URL } },
    { downloadUrls: { '12345678-01': URL }, confirmedDoubts: { '12345678-01': DOUBT } },
  ]);
  expect(await screen.findByText('注文はありません')).toBeVisible();
});

test('when the chosen file is no video, then the line says so and keeps its URL field', async () => {
  openOrders([buildAdminLine()]);
  const order = within(await card('12345678'));
  const button = order.getByRole('button', { name: '12345678-01 の動画をアップロード' });
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=file]');
  expect(input).toHaveAttribute('accept', 'video/*');
  // Some browsers let the user choose any file.
  const user = userEvent.setup({ delay: null, applyAccept: false });
  await user.upload(input as HTMLInputElement, new File(['no video'], 'memo.txt', { type: 'text/plain' }));
  expect(await order.findByRole('alert')).toHaveTextContent('memo.txt（動画ではありません）');
  expect(order.getByRole('textbox')).toBeEnabled();
  await expectAccessible();
});
