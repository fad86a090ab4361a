import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUserEntry } from '../../src/testing/build-user-entry.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json, networkFailure, type Responder } from '../../src/testing/open-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { adminKeys, emailField, expectToastAndClose, findDialog, OFFLINE } from '../admin-frame/office-screens.tsx';
import { ADMIN, findCard, listWithout, MEMBER, openUsers, USERS, users } from './users.tsx';

const FAILED = 'ユーザーを削除できませんでした。';
const FAILED_TITLE = '削除に失敗しました';
const QUESTION = 'ユーザーを削除しますか？';

const deletion = (email: string) => `DELETE /api/users/${encodeURIComponent(email)}`;
const deleted: Responder = ({ path }) => json({ deletedUserEmail: decodeURIComponent(path.split('/').at(-1) ?? '') });

/** The list with another admin, so that the signed-in one is not the last. */
const twoAdmins: Responder = () => json([...users, buildUserEntry('second@example.jp', { isAdmin: true })]);

const deleteButton = (email: string) => screen.getByRole('button', { name: `${email}を削除` });
const dialog = () => findDialog(QUESTION);
const confirmButton = () => screen.getByRole('button', { name: '削除する' });
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const confirmDeletion = async ({ user }: ReturnType<typeof openUsers>, email: string): Promise<void> => {
  await findCard(email);
  await user.click(deleteButton(email));
  await dialog();
  await user.click(confirmButton());
  await waitUntilClosed();
};

test('when an account is deleted by keyboard only, then a confirmation is required, and the heading takes the focus (admin 2.55, 4.24, 5.11, 8.25)', async () => {
  const held = holdBack(deleted);
  const page = openUsers('', { [deletion(MEMBER)]: held.responder });
  await findCard(MEMBER);
  await tabTo(page.user, () => deleteButton(MEMBER));
  await page.user.keyboard('{Enter}');
  const question = await dialog();
  expect(question.getByText(/この操作は取り消せません。/)).toBeVisible();
  expect(question.queryByText(/ご自身のアカウントです。/)).toBeNull();
  await waitFor(() => expect(question.getByRole('button', { name: 'キャンセル' })).toHaveFocus());
  await expectAccessible();
  await page.user.keyboard('{Enter}');
  await waitUntilClosed();
  await waitFor(() => expect(deleteButton(MEMBER)).toHaveFocus());
  expect(page.requests(deletion(MEMBER))).toHaveLength(0);

  await page.user.keyboard('{Enter}');
  await dialog();
  await tabTo(page.user, confirmButton);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(deleteButton(MEMBER)).toHaveAttribute('data-loading'));
  page.respond(USERS, listWithout(MEMBER));
  held.release();
  await waitFor(() => expect(screen.queryByRole('article', { name: MEMBER })).toBeNull());
  expect(screen.getByRole('heading', { level: 2, name: 'ユーザー管理' })).toHaveFocus();
  await expectToastAndClose(page.user, { text: 'ユーザーを削除しました' });
  expect(await screen.findByText('登録ユーザー数：2人')).toBeVisible();
});

test('when an account cannot be deleted, then its card shows the reason until the next try (admin 8.24)', async () => {
  const page = openUsers('', { [deletion(MEMBER)]: networkFailure });
  const goOnline = goOffline();
  await confirmDeletion(page, MEMBER);
  const card = await findCard(MEMBER);
  expect(await within(card).findByText(`${FAILED}${OFFLINE}`)).toBeVisible();
  await expectToastAndClose(page.user, { title: FAILED_TITLE, text: FAILED });
  await expectAccessible();

  goOnline();
  page.respond(deletion(MEMBER), () => errorResponse('BadGateway'));
  page.respond(USERS, () => errorResponse('BadGateway'));
  await confirmDeletion(page, MEMBER);
  expect(await within(card).findByText(/^ユーザーを削除できませんでした。サービスに接続できませんでした。/)).toBeVisible();
  await expectToastAndClose(page.user, { title: FAILED_TITLE, text: FAILED });
  expect(await screen.findByText('ユーザーの一覧を読み込めませんでした')).toBeVisible();
  await expectAccessible();

  page.respond(USERS, () => json(users));
  await page.user.click(screen.getByRole('button', { name: '再読み込み' }));
  await waitFor(() => expect(screen.queryByText('ユーザーの一覧を読み込めませんでした')).toBeNull());
  expect(card).toBeVisible();
});

test('when the account is already deleted, then success is reported', async () => {
  const page = openUsers('', { [deletion(MEMBER)]: () => errorResponse('NotFound') });
  await findCard(MEMBER);
  page.respond(USERS, listWithout(MEMBER));
  await confirmDeletion(page, MEMBER);
  await expectToastAndClose(page.user, { text: 'ユーザーを削除しました' });
  await waitFor(() => expect(screen.queryByRole('article', { name: MEMBER })).toBeNull());
});

test('when a deletion failed and the card disappears, then the reason is shown above the list', async () => {
  const page = openUsers('', { [deletion(MEMBER)]: () => errorResponse('ServiceUnavailable') });
  await findCard(MEMBER);
  page.respond(USERS, listWithout(MEMBER));
  await confirmDeletion(page, MEMBER);
  await expectToastAndClose(page.user, { title: FAILED_TITLE, text: FAILED });
  await waitFor(() => expect(screen.queryByRole('article', { name: MEMBER })).toBeNull());
  expect(screen.getByText(/^ユーザーを削除できませんでした。ただいまサービスを利用できません。/)).toBeVisible();
});

test('when admins delete their own account, then the dialog says so, and they are signed out (admin 4.24, 6.4, 8.25)', async () => {
  const page = openUsers('', { [USERS]: twoAdmins, [deletion(ADMIN)]: deleted });
  await findCard(ADMIN);
  await page.user.click(deleteButton(ADMIN));
  expect((await dialog()).getByText(/ご自身のアカウントです。削除すると、この画面からもログアウトします。/)).toBeVisible();
  await expectAccessible();
  await page.user.click(confirmButton());
  await expectToastAndClose(page.user, { text: 'アカウントが削除されたため、ログアウトしました' });
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
  expect(adminKeys()).toEqual([]);
});

test('when it is the last admin account, then the dialog says why it cannot be deleted and offers no deletion', async () => {
  const page = openUsers('&role=admin');
  await findCard(ADMIN);
  await page.user.click(deleteButton(ADMIN));
  const reason = await findDialog('このユーザーは削除できません');
  expect(reason.getByText(/^最後の管理者は削除できません。/)).toBeVisible();
  expect(reason.queryByRole('button', { name: '削除する' })).toBeNull();
  await expectAccessible();
});

test('when the other admin was deleted meanwhile, then the card says that the last admin cannot be deleted', async () => {
  const page = openUsers('&role=admin', { [USERS]: twoAdmins, [deletion(ADMIN)]: () => errorResponse('LastAdmin') });
  await confirmDeletion(page, ADMIN);
  expect(await within(await findCard(ADMIN)).findByText(`${FAILED}最後の管理者は削除できません。`)).toBeVisible();
  await expectToastAndClose(page.user, { title: FAILED_TITLE, text: '最後の管理者は削除できません。' });
  await expectAccessible();
  expect(adminKeys()).toContain('admin_session');
});

test('when an admin erases the data about an address, then its address is checked, the deed is confirmed, and a refusal is explained', async () => {
  const ERASE = 'POST /api/admin/personal-data/erase';
  const page = openUsers('', { [ERASE]: () => errorResponse('PersonalDataOfAdmin') });
  await page.user.click(await screen.findByRole('button', { name: '個人情報の開示・消去' }));
  const form = await findDialog('個人情報の開示・消去');
  await page.user.click(form.getByRole('button', { name: '消去に進む' }));
  expect(form.getByText('メールアドレスを入力してください。')).toBeVisible();
  await expectAccessible();
  await page.user.type(form.getByRole('textbox', { name: /^請求された方のメールアドレス/ }), 'Owner@Example.jp');
  await page.user.click(form.getByRole('button', { name: '消去に進む' }));
  expect(await form.findByText(/^会員アカウント、手続きの途中の情報/)).toBeVisible();
  await page.user.click(form.getByRole('button', { name: '消去する' }));
  expect(await form.findByText(/^消去できませんでした。このメールアドレスは管理者のアカウントに使われています。/)).toBeVisible();
  await expectAccessible();

  page.respond(ERASE, () => json({ pseudonym: '削除済み-1a2b3c4d5e6f' }));
  await page.user.click(form.getByRole('button', { name: '消去する' }));
  await waitUntilClosed();
  expect(page.requests(ERASE).at(-1)?.body).toEqual({ email: 'owner@example.jp' });
});
