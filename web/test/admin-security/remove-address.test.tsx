import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { expectToastAndClose, findDialog, OFFLINE } from '../admin-frame/office-screens.tsx';

const DASHBOARD = 'GET /api/admin/security-dashboard';
const BLOCKED = '203.0.113.9';
const TRUSTED = '2001:db8::/64';
const UNBLOCK = `DELETE /api/admin/blocked-addresses/${BLOCKED}`;
const UNTRUST = `DELETE /api/admin/trusted-addresses/${encodeURIComponent(TRUSTED)}`;

const ipSecurity = {
  uniqueIPs: 2,
  suspiciousIPs: [],
  trustedIPs: [{ address: TRUSTED, until: '2026-12-20T09:00:00.000Z', email: 'admin@example.jp' }],
  blockedIPs: [{ address: BLOCKED, until: '2026-11-20T10:00:00.000Z' }],
};
const nothing: Responder = () => new Response(null, { status: 204 });
const dashboard =
  (changes: Partial<typeof ipSecurity> = {}): Responder =>
  () =>
    json({ dashboard: buildSecurityDashboard({ ipSecurity: { ...ipSecurity, ...changes } }) });

const openLogins = (given: Record<string, Responder> = {}) =>
  openPage('/admin/security?tab=logins', { ...asAdmin(), [DASHBOARD]: dashboard(), ...given });

const unblockButton = () => screen.getByRole('button', { name: `${BLOCKED} のブロックを解除` });
const untrustButton = () => screen.getByRole('button', { name: `${TRUSTED} の信頼を解除` });
const confirmButton = () => screen.getByRole('button', { name: '解除する' });

test('when a block is lifted by keyboard only, then a confirmation is required, and the row disappears', async () => {
  const page = openLogins({ [UNBLOCK]: nothing });
  await screen.findByRole('heading', { name: 'ブロック中のIPアドレス' });
  await tabTo(page.user, unblockButton);
  await page.user.keyboard('{Enter}');
  const question = await findDialog('ブロックを解除しますか？');
  expect(question.getByText(BLOCKED)).toBeVisible();
  await waitFor(() => expect(question.getByRole('button', { name: 'キャンセル' })).toHaveFocus());
  await expectAccessible();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(unblockButton()).toHaveFocus());
  expect(page.requests(UNBLOCK)).toHaveLength(0);

  await page.user.keyboard('{Enter}');
  await findDialog('ブロックを解除しますか？');
  page.respond(DASHBOARD, dashboard({ blockedIPs: [] }));
  await tabTo(page.user, confirmButton);
  await page.user.keyboard('{Enter}');
  await expectToastAndClose(page.user, { title: 'ブロックを解除しました', text: BLOCKED });
  expect(await screen.findByText('ブロック中のIPアドレスはありません。')).toBeVisible();
  expect(page.requests(UNBLOCK)).toHaveLength(1);
});

test('when a trusted address is removed, then its button is busy until the row is gone', async () => {
  const held = holdBack(nothing);
  const page = openLogins({ [UNTRUST]: held.responder });
  await page.user.click(await screen.findByRole('button', { name: `${TRUSTED} の信頼を解除` }));
  expect((await findDialog('信頼を解除しますか？')).getByText(TRUSTED)).toBeVisible();
  await page.user.click(confirmButton());
  await waitFor(() => expect(untrustButton()).toHaveAttribute('data-loading'));
  page.respond(DASHBOARD, dashboard({ trustedIPs: [] }));
  held.release();
  await expectToastAndClose(page.user, { title: '信頼を解除しました', text: TRUSTED });
  expect(await screen.findByText('信頼済みのIPアドレスはありません。')).toBeVisible();
});

test('when the removal fails, then the list shows the reason, and it can be tried again', async () => {
  const page = openLogins({ [UNBLOCK]: networkFailure });
  const goOnline = goOffline();
  await page.user.click(await screen.findByRole('button', { name: `${BLOCKED} のブロックを解除` }));
  await findDialog('ブロックを解除しますか？');
  await page.user.click(confirmButton());
  expect(await screen.findByText(`ブロックの解除に失敗しました（${BLOCKED}）：${OFFLINE}`)).toBeVisible();
  await expectToastAndClose(page.user, { title: 'ブロックの解除に失敗しました', text: OFFLINE });
  await expectAccessible();

  goOnline();
  page.respond(UNBLOCK, () => errorResponse('ServiceUnavailable'));
  await page.user.click(unblockButton());
  await findDialog('ブロックを解除しますか？');
  await page.user.click(confirmButton());
  expect(await screen.findByText(/^ブロックの解除に失敗しました（203\.0\.113\.9）：ただいまサービスを利用できません。/)).toBeVisible();
  await expectToastAndClose(page.user, { title: 'ブロックの解除に失敗しました', text: 'ただいまサービスを利用できません。' });
});
