import { expect, test } from '@jest/globals';
import type { ShopSettings } from '@stagereel/contracts';
import { screen, within } from '@testing-library/react';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { openOrders } from './open-orders.tsx';

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
