import { expect, test } from '@jest/globals';
import type { OrderTask, ShopSettings } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, findToast, openDetails, openOrders, orderList } from './open-orders.tsx';

const on = { dailySummary: true, rejectedMailTask: true, claimReminder: true, expiryReminder: true, deliveryFeedback: true };

test('when another admin has changed a setting meanwhile, then both changes are kept, and saving again succeeds', async () => {
  let stored: ShopSettings = { ...on, version: 3 };
  const saved: ShopSettings[] = [];
  const { user } = await openOrders([], {
    given: {
      'GET /api/orders/settings': () => json(stored),
      'PUT /api/orders/settings': ({ body: sent }) => {
        const body = sent as ShopSettings;
        if (body.version !== stored.version) return errorResponse('SettingsChangedMeanwhile');
        saved.push(body);
        stored = { ...body, version: body.version + 1 };
        return json(stored);
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: '通知の設定' }));
  const dialog = within(await screen.findByRole('dialog', { name: '通知の設定' }));
  await user.click(await dialog.findByRole('switch', { name: /48時間後/ }));
  await expectAccessible();
  stored = { ...stored, dailySummary: false, version: 4 };
  await user.click(dialog.getByRole('button', { name: '保存する' }));
  expect(await dialog.findByText(/ほかの画面で変更されました/)).toBeVisible();
  expect(await dialog.findByRole('switch', { name: /まとめメール/, checked: false })).toBeVisible();
  expect(dialog.getByRole('switch', { name: /48時間後/ })).not.toBeChecked();
  await user.click(dialog.getByRole('button', { name: '保存する' }));
  expect(await screen.findByText('通知の設定を保存しました。')).toBeVisible();
  expect(saved).toEqual([{ ...on, dailySummary: false, claimReminder: false, version: 4 }]);
});

const HANDLED = '/admin?tab=orders&view=handled';
const rejected: OrderTask = {
  id: 'mail-1',
  kind: 'mailRejected',
  createdAt: '2026-11-21T01:00:00.000Z',
  text: '550 5.1.1 no such user',
  email: 'taro@exmaple.jp',
  templates: ['order-delivery'],
  isResending: false,
};
const reported: OrderTask = {
  id: 'problem-1',
  kind: 'problemReported',
  createdAt: '2026-11-22T01:00:00.000Z',
  text: '<b>横動画</b>が\n再生できません',
};
const RESEND = 'POST /api/admin/orders/12345678/tasks/mail-1/resend';
const CLOSE = 'POST /api/admin/orders/12345678/tasks/problem-1/close';

test('when a mail was rejected, then its address is corrected in the task, and the task leaves when the mail is accepted', async () => {
  const line = { customerEmail: 'taro@exmaple.jp' };
  const { user, requests, respond } = await openOrders([buildDeliveredLine({ ...line, tasks: [rejected] })], {
    path: HANDLED,
    given: { [RESEND]: () => errorResponse('MailResendLimitReached') },
  });
  const order = within(await card('12345678'));
  expect(order.getByText(/納品メールを/)).toHaveTextContent('納品メールを taro@exmaple.jp に届けられませんでした。');
  expect(order.getByText('メールサーバーの応答：550 5.1.1 no such user')).toBeVisible();
  await user.click(order.getByRole('button', { name: '宛先を直して再送信' }));
  const field = order.getByRole('textbox', { name: /メールアドレス/ });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('taro@exmaple.jp');
  await expectAccessible();
  await user.clear(field);
  await user.type(field, 'taro@');
  await user.click(order.getByRole('button', { name: 'このアドレスに再送信' }));
  expect(order.getByText('メールアドレスの形式が正しくありません。')).toBeVisible();
  await user.type(field, 'example.jp');
  await user.click(order.getByRole('button', { name: 'このアドレスに再送信' }));
  expect(await order.findByText(/メールを再送信できませんでした：この注文のメールの再送信の回数が上限/)).toBeVisible();
  expect(field).toHaveValue('taro@example.jp');

  respond(RESEND, () => json(buildOrderTimeline({ tasks: [] })));
  respond('GET /api/orders', orderList([buildDeliveredLine({ customerEmail: 'taro@example.jp' })]));
  await user.click(order.getByRole('button', { name: 'このアドレスに再送信' }));
  await findToast({ title: '再送信しました', text: 'taro@example.jp に送信しました。' });
  const sent = { email: 'taro@example.jp', seenEmail: 'taro@exmaple.jp' };
  expect(requests(RESEND).map(({ body }) => body)).toEqual([sent, sent]);
  await waitFor(() => expect(screen.queryByText('要対応：メール未達')).toBeNull());
});

test('when the customer reported a problem, then the words are shown as they are, and the task is closed with a note', async () => {
  const receivedAt = '2026-11-21T05:00:00.000Z';
  const { user, requests, respond } = await openOrders([buildDeliveredLine({ tasks: [reported], receivedAt })], {
    path: HANDLED,
    given: { [CLOSE]: () => json(buildOrderTimeline({ tasks: [] })) },
  });
  const order = within(await card('12345678'));
  expect(order.getByRole('blockquote').textContent).toBe(reported.text);
  expect(order.getByText('お客様が受け取りを確認しました（2026年11月21日(土) 14:00）')).toBeVisible();
  expect(order.getByRole('link', { name: 'メールで返信' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:taro@example\.jp\?subject=/),
  );
  await user.click(order.getByRole('button', { name: '対応済みにする' }));
  await user.type(order.getByRole('textbox', { name: '対応のメモ（任意）' }), '差し替え済み');
  await expectAccessible();
  respond('GET /api/orders', orderList([buildDeliveredLine({ receivedAt })]));
  await user.click(order.getByRole('button', { name: '対応済みにする' }));
  await waitFor(() => expect(screen.queryByText('要対応：お客様からの連絡')).toBeNull());
  expect(requests(CLOSE).map(({ body }) => body)).toEqual([{ note: '差し替え済み' }]);
});

test('when the customer reported something, then the details of the order keep it with the note', async () => {
  await openDetails([buildDeliveredLine()], {
    timeline: {
      receivedAt: '2026-11-21T05:00:00.000Z',
      problems: [
        { id: 'problem-1', at: reported.createdAt, text: reported.text, closedAt: '2026-11-23T01:00:00.000Z', note: '差し替え済み' },
      ],
      mails: [{ mailId: 'm1', template: 'claim-reminder', recipient: 'taro@example.jp', state: 'sent', at: '2026-11-23T01:00:00.000Z' }],
    },
  });
  expect(await screen.findByRole('heading', { name: 'お客様からの連絡' })).toBeVisible();
  expect(screen.getByText('2026年11月23日(月) 10:00に対応済み：差し替え済み')).toBeVisible();
  expect(screen.getByText('未ダウンロードのお知らせ')).toBeVisible();
  await expectAccessible();
});
