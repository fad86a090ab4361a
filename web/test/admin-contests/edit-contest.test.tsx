import { describe, expect, test } from '@jest/globals';
import { type Contest, errorCatalogue, type UpdateContest } from '@stagereel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { networkMessages } from '../../src/lib/api-error.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { fakeTime, skipTimeUntil } from '../../src/testing/fake-time.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { expectToastAndClose, openEditScreen } from './contest-screens.ts';

const ledger = openTextLedger('contest-edit');
const SAVED = { title: '更新しました', text: '大会の状態を更新しました' };

const contestHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const editNameButton = () => screen.findByRole('button', { name: '大会名を編集' });
const nameField = () => screen.findByRole('textbox', { name: '大会名' });
const publicationOption = (name: string) => screen.findByRole('radio', { name });
const timeField = () => screen.findByLabelText(/^公開日時（日本時間）/);
const savePublication = () => screen.getByRole('button', { name: '保存' });
const savePrices = () => screen.getByRole('button', { name: '価格表を保存' });

const PRICES = {
  items: [
    { name: '第1カテゴリー', price: 3000 },
    { name: '第2カテゴリー', price: 4500 },
  ],
  notes: '',
  version: 1,
};

/** Opens the tab of publication and prices. What is saved is also what is loaded next. */
const openContest = ({ start = {}, search = '?tab=content' }: { start?: Partial<Contest>; search?: string } = {}) => {
  let contest = buildContest(start);
  return openEditScreen({
    search,
    given: {
      'GET /api/contests/c1': () => json(contest),
      'PATCH /api/contests/c1': ({ body }) => {
        contest = { ...contest, ...(body as UpdateContest), version: contest.version + 1 } as Contest;
        return json(contest);
      },
      'GET /api/contests/c1/price-description': () => json(PRICES),
    },
  });
};

describe('loading the edit screen of a contest', () => {
  test('when the contest does not exist, then the page shows its id and a link back to the dashboard (admin 2.2, 2.22, 2.24)', async () => {
    const { user } = openPage('/contest-edit/no-such-contest', {
      ...asAdmin(),
      'GET /api/contests/no-such-contest': () => errorResponse('NotFound'),
    });
    const panel = await screen.findByRole('alert', { name: '大会が見つかりませんでした' });
    expect(within(panel).getByText('大会ID「no-such-contest」の大会は存在しないか、削除されています。')).toBeVisible();
    expect(within(panel).queryByRole('button')).not.toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getByRole('link', { name: 'ダッシュボードに戻る' }));
    await screen.findByText('大会データがありません');
    expect(window.location.pathname).toBe('/admin');
  });

  test('when the catalog service is unavailable, then an error is shown after the retries, a button reloads the page, and a link leads back (admin 2.22, 2.23, 2.26)', async () => {
    fakeTime('setTimeout');
    const { responder, release } = holdBack(() => errorResponse('BadGateway'));
    const page = openEditScreen({ given: { 'GET /api/contests/c1': responder } });
    await waitFor(() => expect(screen.getByText('読み込み中...')).toBeVisible());
    release();
    const panel = await skipTimeUntil(() => screen.getByRole('alert', { name: '大会を読み込めませんでした' }));
    expect(within(panel).getByText(errorCatalogue.BadGateway.message)).toBeVisible();
    expect(page.requests('GET /api/contests/c1')).toHaveLength(4);
    await expectAccessible();
    page.respond('GET /api/contests/c1', () => json(buildContest()));
    await page.user.click(within(panel).getByRole('button', { name: '再読み込み' }));
    expect(await contestHeading('第1回 春季大会')).toBeVisible();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['選手管理', 'カバー画像', 'コンテンツ管理']);
    await page.user.click(screen.getByRole('link', { name: '戻る' }));
    await screen.findByText('大会データがありません');
    expect(window.location.pathname).toBe('/admin');
  });
});

test('when the name is edited in place, then Enter saves it, Escape discards it, and the Enter that ends an IME conversion does neither (admin 2.25, 5.2, 8.8)', async () => {
  const page = openEditScreen();
  const { user } = page;
  const patches = () => page.requests('PATCH /api/contests/c1').map(({ body }) => body);
  await user.click(await editNameButton());
  await waitFor(async () => expect(await nameField()).toHaveFocus());
  await user.clear(await nameField());
  await user.keyboard('捨てる名前{Escape}');
  expect(await contestHeading('第1回 春季大会')).toBeVisible();
  expect(await editNameButton()).toHaveFocus();

  await user.keyboard('{Enter}');
  await user.clear(await nameField());
  await user.keyboard(' 　{Enter}');
  await ledger.see('大会名を入力してください。');
  await expectAccessible();
  await user.clear(await nameField());
  await user.keyboard('第1回 関東');
  fireEvent.keyDown(await nameField(), { key: 'Enter', keyCode: 229 });
  expect(await nameField()).toHaveValue('第1回 関東');
  expect(patches()).toEqual([]);

  const goOnline = goOffline();
  page.respond('PATCH /api/contests/c1', networkFailure);
  await user.keyboard('{Enter}');
  await ledger.see('大会名の更新に失敗しました。');
  expect(await screen.findByText(`大会名の更新に失敗しました。${networkMessages.offline}`)).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: '大会名の更新に失敗しました。' });
  expect(await nameField()).toHaveValue('第1回 関東');
  await expectAccessible();
  goOnline();
  page.respond('PATCH /api/contests/c1', () => json(buildContest({ name: '第1回 関東', version: 2 })));
  await user.type(await nameField(), '{Enter}');
  expect(await contestHeading('第1回 関東')).toBeVisible();
  await expectToastAndClose(user, { title: '更新しました', text: '大会名を更新しました' });
  await waitFor(() => expect(document.title).toBe('第1回 関東の編集｜StageReel'));
  expect(patches().at(-1)).toEqual({ name: '第1回 関東', version: 1 });
});

test('when the publication is changed, then a missing or past time is refused, and a scheduled one is shown in Tokyo time (admin 2.36, 4.13, 5.9)', async () => {
  const page = openContest({ start: { athleteCount: 3 } });
  const { user } = page;
  for (const text of ['非公開', '公開', '公開予約'] as const) await ledger.see(text);
  expect(await publicationOption('非公開')).toBeChecked();
  await user.click(await publicationOption('公開'));
  await user.click(savePublication());
  await expectToastAndClose(user, SAVED);

  await user.click(await publicationOption('公開予約'));
  expect(Date.parse(`${(await timeField()).getAttribute('min')}+09:00`)).toBeGreaterThan(Date.now() - 120_000);
  for (const time of ['', '2020-01-02T10:00']) {
    fireEvent.change(await timeField(), { target: { value: time } });
    await user.click(savePublication());
    expect(await screen.findByText(errorCatalogue.PublishDateRequired.message)).toBeVisible();
    expect(await timeField()).toHaveFocus();
  }
  await expectAccessible();
  fireEvent.change(await timeField(), { target: { value: '2030-01-02T10:00' } });
  await user.click(savePublication());
  await expectToastAndClose(user, SAVED);
  expect(await screen.findByText('現在の予約：2030年1月2日(水) 10:00')).toBeVisible();
  expect(page.requests('PATCH /api/contests/c1').map(({ body }) => body)).toEqual([
    { sitePublicStatus: 'public', videoPublished: true, scheduledPublishDate: null, isComingSoon: false, version: 1 },
    {
      ...{ sitePublicStatus: '公開予約', videoPublished: false, scheduledPublishDate: '2030-01-02T01:00:00.000Z', isComingSoon: false },
      version: 2,
    },
  ]);
});

test('when the publication cannot be saved, then the reason is shown (admin 8.5)', async () => {
  const { user, respond } = openContest({ start: { sitePublicStatus: 'public', videoPublished: true } });
  expect(await publicationOption('公開')).toBeChecked();
  await user.click(await publicationOption('非公開'));
  goOffline();
  respond('PATCH /api/contests/c1', networkFailure);
  await user.click(savePublication());
  const message = `大会の更新に失敗しました: ${networkMessages.offline}`;
  expect(await within(screen.getByRole('tabpanel', { name: 'コンテンツ管理' })).findByText(message)).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: '大会の更新に失敗しました' });
  expect(await publicationOption('非公開')).toBeChecked();
});

test('when the prices cannot be saved, then the reason is shown, and the input is kept (admin 8.9)', async () => {
  const { user, respond } = openContest();
  const notes = await screen.findByLabelText('備考');
  await user.type(notes, '一行目{Enter}二行目');
  goOffline();
  respond('PUT /api/contests/c1/price-description', networkFailure);
  await user.click(savePrices());
  await ledger.see('保存に失敗しました');
  const panel = screen.getByRole('tabpanel', { name: 'コンテンツ管理' });
  expect(await within(panel).findByText(`保存に失敗しました: ${networkMessages.offline}`)).toBeVisible();
  await expectToastAndClose(user, { title: '保存に失敗しました', text: networkMessages.offline });
  await expectAccessible();
  expect(notes).toHaveValue('一行目\n二行目');
});

test('when a category has no name, then the field shows the error and has the focus (admin 5.3)', async () => {
  const page = openEditScreen();
  expect(await screen.findByText('カテゴリはまだありません。')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'カテゴリを追加' }));
  await ledger.see('カテゴリ名を入力してください。');
  expect(screen.getByRole('textbox', { name: 'カテゴリ名' })).toHaveFocus();
  await expectAccessible();
  expect(page.requests('POST /api/contests/c1/categories')).toEqual([]);
});

test('when only the keyboard is used, then the name, the publication and the prices can be changed', async () => {
  const page = openContest({ search: '', start: { athleteCount: 3 } });
  page.respond('PUT /api/contests/c1/price-description', ({ body }) => json({ ...Object(body), version: 2 }));
  const { user } = page;
  const nameButton = await editNameButton();
  await tabTo(user, () => nameButton);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await nameField()).toHaveFocus());
  await user.keyboard('{End}改{Enter}');
  expect(await contestHeading('第1回 春季大会改')).toBeVisible();
  expect(await editNameButton()).toHaveFocus();
  await tabTo(user, () => screen.getByRole('tab', { name: '選手管理' }));
  await user.keyboard('{End}{Enter}');

  const unpublished = await publicationOption('非公開');
  // user-event needs this function to move between radio buttons, and jsdom does not have it.
  Object.assign(window, { CSS: { escape: (text: string) => text } });
  await tabTo(user, () => unpublished);
  await user.keyboard('{ArrowDown}');
  await tabTo(user, savePublication);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(SAVED.text)).toBeVisible();
  const removeSecond = await screen.findByRole('button', { name: '料金2を削除' });
  await tabTo(user, () => removeSecond);
  await user.keyboard('{Enter}');
  await tabTo(user, savePrices);
  await user.keyboard('{Enter}');
  await expectToastAndClose(user, { title: '保存しました', text: '価格表を保存しました' });
  expect(page.requests('PATCH /api/contests/c1').map(({ body }) => body)).toMatchObject([
    { name: '第1回 春季大会改' },
    { sitePublicStatus: 'public' },
  ]);
  expect(page.requests('PUT /api/contests/c1/price-description').map(({ body }) => body)).toMatchObject([{ items: [PRICES.items[0]] }]);
});

test('when all tests have run, then every text that the specification quotes was shown (admin 5.2, 5.3, 8.8, 8.9)', () => {
  expect(ledger.unseen()).toEqual([]);
});
