import { expect, jest, test } from '@jest/globals';
import { type Contest, errorCatalogue } from '@stagereel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildContest } from '../../src/testing/build-contest.ts';
import { fakeTime, skipTimeUntil } from '../../src/testing/fake-time.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { asAdmin, errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { expectToastAndClose } from './contest-screens.ts';

const NAME = '第1回 春季大会';
const UNREACHABLE = errorCatalogue.BadGateway.message;
const EXPIRED = 'セッションの有効期限が切れました。再度ログインしてください。';

const openDashboard = (contests: Contest[]) => openPage('/admin', { ...asAdmin(), 'GET /api/contests': () => json(contests) });

const row = () => screen.findByRole('row', { name: new RegExp(NAME) });
const addButton = () => screen.getByRole('button', { name: '新規大会を追加' });
const submitButton = () => screen.getByRole('button', { name: '追加する' });
const nameField = () => screen.findByRole('textbox', { name: /大会名/ });
const videoSwitch = () => screen.getByRole('switch', { name: `${NAME}の動画を公開` });
const photoSwitch = () => screen.getByRole('switch', { name: `${NAME}の写真を公開` });
const deleteButton = () => screen.getByRole('button', { name: `${NAME}を削除` });
const confirmDialog = () => screen.findByRole('dialog', { name: '本当に削除しますか？' });
const heading = () => screen.getByRole('heading', { name: '大会管理' });
const waitUntilGone = (role: 'dialog' | 'row', name: RegExp | string) =>
  waitFor(() => expect(screen.queryByRole(role, { name })).not.toBeInTheDocument());

test('when there are no contests, then a loading message and an empty message are shown, and the first contest can be added (admin 2.15, 2.16, 2.17, 4.12, 5.1, 8.7)', async () => {
  const contests: Contest[] = [];
  const page = openDashboard(contests);
  const { responder, release } = holdBack(() => json(contests));
  page.respond('GET /api/contests', responder);
  const panel = await screen.findByRole('tabpanel', { name: '大会管理' });
  await waitFor(() => expect(within(panel).getByText('読み込み中...')).toBeVisible());
  await expectAccessible();
  release();
  expect(await screen.findByText('大会データがありません')).toBeVisible();
  await expectAccessible();

  const { user } = page;
  await user.click(addButton());
  const dialog = await screen.findByRole('dialog', { name: '新規大会を追加' });
  await waitFor(async () => expect(await nameField()).toHaveFocus());
  await expectAccessible();
  for (const blank of ['', ' 　']) {
    await user.clear(await nameField());
    if (blank !== '') await user.type(await nameField(), blank);
    await user.click(submitButton());
    expect(await within(dialog).findByText('大会名を入力してください')).toBeVisible();
    expect(await nameField()).toHaveFocus();
    await expectToastAndClose(user, { title: '入力エラー', text: '大会名を入力してください' });
  }
  await expectAccessible();
  await user.clear(await nameField());
  await user.type(await nameField(), `　${NAME} `);
  await user.keyboard('{Escape}');
  await waitUntilGone('dialog', '新規大会を追加');
  await waitFor(() => expect(addButton()).toHaveFocus());
  await user.click(addButton());
  expect(await nameField()).toHaveValue(`　${NAME} `);
  const calendar = screen.getByRole('dialog').querySelector('input[type="date"]');
  if (calendar) fireEvent.change(calendar, { target: { value: '2026-11-08' } });
  expect(screen.getByRole('textbox', { name: '開催日' })).toHaveValue('2026年11月8日');
  await user.type(screen.getByRole('textbox', { name: '会場' }), ' 東京・品川 ');

  page.respond('POST /api/contests', () => {
    contests.push(buildContest());
    return json(contests[0], { status: 201 });
  });
  await user.click(submitButton());
  await expectToastAndClose(user, { title: '追加しました', text: '新しい大会を追加しました' });
  expect(page.requests('POST /api/contests').map(({ body }) => body)).toEqual([
    {
      name: NAME,
      date: '2026年11月8日',
      location: '東京・品川',
      videoPublished: false,
      photoPublished: false,
      sitePublicStatus: 'private',
    },
  ]);
  expect(within(await row()).getByText('未定')).toBeVisible();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['大会名', '動画', '写真', '削除', '編集']);
  expect(videoSwitch()).not.toBeChecked();
  expect(photoSwitch()).not.toBeChecked();
  await expectAccessible();
});

test('when a contest is scheduled and another is public, then the list shows the time of the first and the switch of the second (admin 2.15)', async () => {
  const scheduled = buildContest({
    id: 'c2',
    name: '第2回 夏季大会',
    sitePublicStatus: '公開予約',
    scheduledPublishDate: '2030-01-02T01:00:00.000Z',
  });
  openDashboard([buildContest({ sitePublicStatus: 'public', videoPublished: true }), scheduled]);
  expect(within(await row()).queryByText(/公開予約/)).not.toBeInTheDocument();
  expect(videoSwitch()).toBeChecked();
  expect(screen.getByText('2030年1月2日(水) 10:00 に公開予約')).toBeVisible();
  expect(screen.getByRole('switch', { name: '第2回 夏季大会の動画を公開' })).not.toBeChecked();
});

test('when a contest is to be deleted, then the dialog names the content that is deleted with it, and only a confirmation deletes it (admin 2.20, 5.11, 8.7)', async () => {
  const contests = [buildContest()];
  const page = openDashboard(contests);
  const { user } = page;
  await row();
  await user.click(deleteButton());
  expect(
    await within(await confirmDialog()).findByText(
      `「${NAME}」を、カテゴリ・選手・価格表・カバー画像などの掲載内容ごと削除します。この操作は取り消せません。受け付け済みの注文は残ります。`,
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'キャンセル' })).toHaveFocus());
  await expectAccessible();
  await user.keyboard('{Enter}');
  await waitUntilGone('dialog', '本当に削除しますか？');
  expect(await row()).toBeVisible();
  expect(page.requests('DELETE /api/contests/c1')).toEqual([]);

  page.respond('DELETE /api/contests/c1', () => {
    contests.length = 0;
    return new Response(null, { status: 204 });
  });
  await user.click(deleteButton());
  await user.click(within(await confirmDialog()).getByRole('button', { name: '削除する' }));
  await waitUntilGone('row', new RegExp(NAME));
  await waitFor(() => expect(heading()).toHaveFocus());
  await expectToastAndClose(user, { title: '削除しました', text: '大会を削除しました' });
});

test('when the catalog service is unavailable, then each change shows an error and is reverted (admin 8.5)', async () => {
  const page = openDashboard([buildContest({ athleteCount: 3 })]);
  for (const key of ['PATCH /api/contests/c1', 'DELETE /api/contests/c1', 'POST /api/contests']) {
    page.respond(key, () => errorResponse('BadGateway'));
  }
  const { user } = page;
  await row();
  await user.click(videoSwitch());
  expect(await within(await row()).findByText(`大会の更新に失敗しました: ${UNREACHABLE}`)).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: `大会の更新に失敗しました: ${UNREACHABLE}` });
  expect(videoSwitch()).not.toBeChecked();

  await user.click(deleteButton());
  await user.click(within(await confirmDialog()).getByRole('button', { name: '削除する' }));
  expect(await within(await row()).findByText(`大会の削除に失敗しました: ${UNREACHABLE}`)).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: `大会の削除に失敗しました: ${UNREACHABLE}` });

  await user.click(addButton());
  await user.type(await nameField(), '届かない大会');
  await user.click(submitButton());
  const dialog = screen.getByRole('dialog', { name: '新規大会を追加' });
  expect(await within(dialog).findByText(`大会の追加に失敗しました: ${UNREACHABLE}`)).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: `大会の追加に失敗しました: ${UNREACHABLE}` });
  expect(await nameField()).toHaveValue('届かない大会');
  await expectAccessible();
});

test('when the list cannot be loaded, then an error is shown after three retries, and a button loads it (admin 2.16, 7.11, 8.6, 9.8)', async () => {
  fakeTime('setTimeout');
  const page = openDashboard([]);
  page.respond('GET /api/contests', () => errorResponse('BadGateway'));
  const panel = await skipTimeUntil(() => screen.getByRole('alert', { name: '大会の一覧を読み込めませんでした' }));
  expect(within(panel).getByText(UNREACHABLE)).toBeVisible();
  expect(page.requests('GET /api/contests')).toHaveLength(4);
  await expectAccessible();
  page.respond('GET /api/contests', () => json([buildContest()]));
  await page.user.click(within(panel).getByRole('button', { name: '再読み込み' }));
  expect(await row()).toBeVisible();
  expect(panel).not.toBeInTheDocument();
});

test('when the session has ended, then a change shows a message, and one second later the page redirects to the sign-in page (admin 2.21, 8.3, 9.8)', async () => {
  const page = openDashboard([buildContest({ athleteCount: 3 })]);
  let respondedAt = 0;
  page.respond('PATCH /api/contests/c1', () => {
    respondedAt = performance.now();
    return errorResponse('Unauthorized');
  });
  await row();
  await page.user.click(videoSwitch());
  const toast = (await screen.findByText('認証エラー')).closest('[role=alert]');
  expect(toast).toHaveTextContent(`認証エラー${EXPIRED}`);
  expect(window.location.pathname).toBe('/admin');
  await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
  expect(performance.now() - respondedAt).toBeGreaterThanOrEqual(990);
  const button = await screen.findByRole('button', { name: 'ログイン' });
  expect(button.closest('form')).toHaveTextContent(EXPIRED);
  await expectToastAndClose(page.user, { title: '認証エラー', text: EXPIRED });
});

test('when a list is loaded after the session has ended, then the message stays visible on the sign-in page', async () => {
  fakeTime('setTimeout');
  const { user } = openPage('/admin?tab=users', { ...asAdmin(), 'GET /api/users': () => errorResponse('Unauthorized') });
  expect((await screen.findByText('認証エラー')).closest('[role=alert]')).toHaveTextContent(EXPIRED);
  await jest.advanceTimersByTimeAsync(1_000);
  await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
  await expectToastAndClose(user, { title: '認証エラー', text: EXPIRED });
});

test('when only the keyboard is used, then a contest can be added, made public and deleted, and the next one can be opened (admin 2.17, 2.18, 8.7)', async () => {
  const other = buildContest({ id: 'c2', name: '第2回 夏季大会' });
  const contests = [other];
  const page = openDashboard(contests);
  const { user } = page;
  page.respond('POST /api/contests', () => {
    contests.push(buildContest());
    return json(buildContest(), { status: 201 });
  });
  // Its athletes were put on sale after the list was loaded.
  page.respond('GET /api/contests/c1', () => json(buildContest({ athleteCount: 3 })));
  page.respond('PATCH /api/contests/c1', () => json(buildContest({ videoPublished: true, sitePublicStatus: 'public' })));
  page.respond('DELETE /api/contests/c1', () => {
    contests.length = 1;
    return new Response(null, { status: 204 });
  });
  await screen.findByRole('row', { name: /第2回 夏季大会/ });
  await tabTo(user, addButton);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await nameField()).toHaveFocus());
  await user.keyboard(`${NAME}{Enter}`);
  expect(await screen.findByText('新しい大会を追加しました')).toBeVisible();
  await waitFor(() => expect(addButton()).toHaveFocus());

  await row();
  await tabTo(user, videoSwitch);
  await user.keyboard(' ');
  expect(await screen.findByText('大会の状態を更新しました')).toBeVisible();
  expect(videoSwitch()).toBeChecked();
  expect(videoSwitch()).toHaveFocus();
  await tabTo(user, deleteButton);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'キャンセル' })).toHaveFocus());
  await tabTo(user, () => screen.getByRole('button', { name: '削除する' }));
  await user.keyboard('{Enter}');
  await waitUntilGone('row', new RegExp(NAME));
  await waitFor(() => expect(heading()).toHaveFocus());

  page.respond('GET /api/contests/c2', () => json(other));
  page.respond('GET /api/contests/c2/athletes', () => json([]));
  page.respond('GET /api/contests/c2/categories', () => json([]));
  await tabTo(user, () => screen.getByRole('link', { name: '第2回 夏季大会を編集' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: '第2回 夏季大会' })).toBeVisible();
  expect(window.location.pathname).toBe('/admin/contest/c2');
  await screen.findByText('選手はまだ登録されていません');
});
