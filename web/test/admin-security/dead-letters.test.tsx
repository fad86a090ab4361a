import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { asAdmin, errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { expectToastAndClose, findDialog } from '../admin-frame/office-screens.tsx';

const LIST = 'GET /api/admin/dead-letters';
const REPLAY = 'POST /api/admin/dead-letters/replay';
const letter = {
  queue: 'notify.mails',
  messageId: '0193f0a0-0000-7000-8000-000000000001',
  type: 'order.paid',
  reason: 'Error: [number] busy',
  attempts: 4,
  failedAt: new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString(),
};
const poison = { ...letter, queue: 'identity.audit', messageId: '', type: '', reason: 'PoisonMessage: no event', failedAt: null };

test('when there are dead letters, then an admin sees their age, event and reason, and can replay one', async () => {
  const page = openPage('/admin/security?tab=system', {
    ...asAdmin(),
    'GET /api/admin/security-dashboard': () => json({ dashboard: buildSecurityDashboard() }),
    [LIST]: () => errorResponse('ServiceUnavailable'),
    [REPLAY]: () => errorResponse('NotFound'),
  });
  expect(await screen.findByText('処理できなかった通知を読み込めませんでした')).toBeVisible();
  page.respond(LIST, () => json({ letters: [letter, poison], total: 250 }));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  const [first, second] = within(await screen.findByRole('table', { name: '処理できなかった通知' }))
    .getAllByRole('row')
    .slice(1);
  for (const text of [/（3日前）$/, 'order.paid', 'notify.mails', letter.reason]) expect(within(first!).getByText(text)).toBeVisible();
  expect(within(second!).queryByRole('button')).toBeNull();
  expect(screen.getByText('全250件のうち、古いものから2件を表示しています。')).toBeVisible();
  await expectAccessible();

  const replay = async () => {
    await page.user.click(screen.getByRole('button', { name: 'notify.mails の order.paid をやり直す' }));
    await page.user.click((await findDialog('処理をやり直しますか？')).getByRole('button', { name: 'やり直す' }));
  };
  await replay();
  expect(await screen.findByText(/^やり直せませんでした：/)).toBeVisible();

  page.respond(REPLAY, () => new Response(null, { status: 204 }));
  page.respond(LIST, () => json({ letters: [], total: 0 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await replay();
  await expectToastAndClose(page.user, { title: '処理をやり直しています', text: 'notify.mails' });
  expect(await screen.findByText('処理できなかった通知はありません。')).toBeVisible();
  const { queue, messageId } = letter;
  expect(page.requests(REPLAY).map(({ body }) => body)).toEqual([
    { queue, messageId },
    { queue, messageId },
  ]);
});
