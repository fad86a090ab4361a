import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { ADMIN, findCard, MEMBER, openUsers, USERS, users } from './users.tsx';

const LOAD_ERROR = 'ユーザーの一覧を読み込めませんでした';

const search = () => screen.findByRole('textbox', { name: 'ユーザーを検索' });
const roleField = () => screen.findByRole('combobox', { name: 'ユーザーの種別' });
const shownAddresses = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
const details = async (email: string) =>
  within(await findCard(email))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

test('when the accounts are listed, then each shows its name, role and dates (admin 2.54, 2.56)', async () => {
  openUsers();
  expect(await screen.findByText('登録ユーザー数：3人')).toBeVisible();
  expect(within(await findCard(MEMBER)).getByText('名簿 花子')).toBeVisible();
  expect(within(await findCard(MEMBER)).getByText('一般')).toBeVisible();
  expect(within(await findCard(MEMBER)).queryByText('ログイン中')).toBeNull();
  expect(await details(MEMBER)).toEqual(['2026年11月20日(金)', '2026年11月21日(土) 09:30']);
  expect(await details('jiro@example.jp')).toEqual(['2026年11月20日(金)', 'なし']);
  expect(within(await findCard(ADMIN)).getByText('管理者')).toBeVisible();
  expect(within(await findCard(ADMIN)).getByText('ログイン中')).toBeVisible();
  await expectAccessible();
});

test('when accounts are searched in full width and by role, then the count and the address follow, and a reload keeps the role (admin 2.53)', async () => {
  const { user } = openUsers();
  await user.type(await search(), 'ＨＡＮＡＫＯ＠');
  expect(await screen.findByText('登録ユーザー数：3人（表示：1人）')).toBeVisible();
  expect(shownAddresses()).toEqual([MEMBER]);
  await user.selectOptions(await roleField(), '管理者');
  expect(await screen.findByText('条件に合うユーザーはいません')).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: '検索条件を消す' }));
  expect(await findCard(ADMIN)).toBeVisible();
  expect(shownAddresses()).toEqual([ADMIN]);
  await waitFor(() => expect(window.location.search).toBe('?tab=users&role=admin'));
  reloadPage();
  expect(await findCard(ADMIN)).toBeVisible();
  expect(shownAddresses()).toEqual([ADMIN]);
  expect(await roleField()).toHaveDisplayValue('管理者');
  await user.selectOptions(await roleField(), '一般');
  await waitFor(() => expect(shownAddresses()).toEqual([MEMBER, 'jiro@example.jp']));
});

test('when the list is loading or there are no accounts, then the page says so', async () => {
  const held = holdBack(() => json([]));
  openUsers('', { [USERS]: held.responder });
  await waitFor(() => expect(screen.getByText('読み込み中...')).toBeVisible());
  held.release();
  expect(await screen.findByText('登録ユーザーはいません')).toBeVisible();
  expect(screen.getByText('登録ユーザー数：0人')).toBeVisible();
});

test('when the list cannot be loaded, then a retry loads it', async () => {
  const page = openUsers('', { [USERS]: () => errorResponse('BadGateway') });
  expect(await screen.findByText(LOAD_ERROR)).toBeVisible();
  await expectAccessible();
  page.respond(USERS, () => json(users));
  await page.user.click(screen.getByRole('button', { name: '再読み込み' }));
  expect(await findCard(MEMBER)).toBeVisible();
  expect(screen.queryByText(LOAD_ERROR)).toBeNull();
});
