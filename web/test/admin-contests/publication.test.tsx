import { expect, test } from '@jest/globals';
import type { Contest, UpdateContest } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildContest } from '../../src/testing/build-contest.ts';
import { asAdmin, errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { expectToastAndClose, openEditScreen } from './contest-screens.ts';

const NAME = buildContest().name;
const QUESTION = '販売中の選手がいません。公開しますか？';
const SAVED = { title: '更新しました', text: '大会の状態を更新しました' };
const PATCH = 'PATCH /api/contests/c1';
const READ = 'GET /api/contests/c1';

const question = () => screen.findByRole('dialog', { name: QUESTION });
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const videoSwitch = () => screen.findByRole('switch', { name: `${NAME}の動画を公開` });
const option = (name: string) => screen.findByRole('radio', { name });
const saveButton = () => screen.getByRole('button', { name: '保存' });
const comingSoonBox = () => screen.findByRole('checkbox', { name: '近日販売として表示する' });

/** A contest on the server that a PATCH changes. */
const responders = (start: Partial<Contest>) => {
  let contest = buildContest(start);
  return {
    [READ]: () => json(contest),
    'GET /api/contests': () => json([contest]),
    [PATCH]: ({ body }: { body: unknown }) => {
      contest = { ...contest, ...(body as UpdateContest), version: contest.version + 1 } as Contest;
      return json(contest);
    },
    'GET /api/contests/c1/price-description': () => json({ items: [], notes: '', version: 1 }),
  };
};
const openList = (start: Partial<Contest> = {}) => openPage('/admin', { ...asAdmin(), ...responders(start) });
const openSettings = (start: Partial<Contest> = {}, given: Parameters<typeof openPage>[1] = {}) =>
  openEditScreen({ search: '?tab=content', given: { ...responders(start), ...given } });

test('when date and place are entered, then they are saved, and an empty date is 未定', async () => {
  const { user, requests } = openSettings({ location: '大阪' });
  const date = await screen.findByRole('textbox', { name: '開催日' });
  expect(date).toHaveValue('');
  expect(date).toHaveAttribute('placeholder', '未定');
  const save = screen.getByRole('button', { name: '開催日と会場を保存' });
  expect(save).toBeDisabled();
  await user.type(date, '2026年10月17日・18日');
  await user.click(save);
  await expectToastAndClose(user, { title: '更新しました', text: '開催日と会場を更新しました' });
  expect(date).toHaveValue('2026年10月17日・18日');
  await user.clear(date);
  await user.click(save);
  await expectToastAndClose(user, { title: '更新しました', text: '開催日と会場を更新しました' });
  expect(requests(PATCH).map(({ body }) => body)).toMatchObject([{ date: '2026年10月17日・18日', location: '大阪' }, { date: '未定' }]);
});

test('when the switch publishes a contest without athletes on sale, then it asks first, and publishes only after a confirmation', async () => {
  const page = openList();
  const { user, requests } = page;
  await user.click(await videoSwitch());
  expect(within(await question()).getByText(/お客様には「準備中」と表示されます。/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'キャンセル' })).toHaveFocus());
  await expectAccessible();
  await user.keyboard('{Enter}');
  await waitUntilClosed();
  expect(requests(PATCH)).toEqual([]);
  expect(await videoSwitch()).not.toBeChecked();
  await waitFor(async () => expect(await videoSwitch()).toHaveFocus());

  await user.click(await videoSwitch());
  await user.click(within(await question()).getByRole('button', { name: '公開する' }));
  await expectToastAndClose(user, SAVED);
  expect(requests(PATCH).map(({ body }) => body)).toEqual([{ videoPublished: true, sitePublicStatus: 'public' }]);
  expect(await videoSwitch()).toBeChecked();

  // Nothing is asked before it is unpublished.
  await user.click(await videoSwitch());
  await expectToastAndClose(user, SAVED);
  expect(await videoSwitch()).not.toBeChecked();
});

test.each([
  ['are on sale', { athleteCount: 2 }, { athleteCount: 2 }],
  ['were put on sale after the list was loaded', { athleteCount: 0 }, { athleteCount: 1 }],
])('when athletes %s, then the switch publishes without a question', async (_what, known, current) => {
  const { user, respond, requests } = openList(known);
  respond(READ, () => json(buildContest(current)));
  await user.click(await videoSwitch());
  await expectToastAndClose(user, SAVED);
  expect(requests(PATCH)).toHaveLength(1);
});

test('when the number of athletes cannot be read again, then the switch asks', async () => {
  const { user, respond } = openList();
  respond(READ, () => errorResponse('BadGateway'));
  await user.click(await videoSwitch());
  expect(await question()).toBeVisible();
});

test('when the edit screen publishes a contest without athletes on sale, then it asks first; private and scheduled are saved at once', async () => {
  const { user, requests } = openSettings();
  await user.click(await option('公開'));
  await user.click(saveButton());
  await user.click(within(await question()).getByRole('button', { name: 'キャンセル' }));
  await waitUntilClosed();
  expect(await option('公開')).toBeChecked();
  expect(requests(PATCH)).toEqual([]);
  await user.click(saveButton());
  await user.click(within(await question()).getByRole('button', { name: '公開する' }));
  await expectToastAndClose(user, SAVED);
  await user.click(await option('非公開'));
  await user.click(saveButton());
  await expectToastAndClose(user, SAVED);
  expect(requests(PATCH).map(({ body }) => body)).toMatchObject([{ sitePublicStatus: 'public' }, { sitePublicStatus: 'private' }]);
});

test('when a contest is announced as coming soon, then the list shows it, and the edit screen shows how many addresses wait', async () => {
  const page = openSettings({}, { 'GET /api/contests/c1/sale-notices': () => json({ count: 1234 }) });
  const { user, requests } = page;
  expect(await comingSoonBox()).not.toBeChecked();
  await user.click(await comingSoonBox());
  await user.click(saveButton());
  await expectToastAndClose(user, SAVED);
  expect(requests(PATCH).at(-1)?.body).toMatchObject({ isComingSoon: true, sitePublicStatus: 'private' });
  expect(await screen.findByText('販売開始のお知らせの申し込み：1,234件')).toBeVisible();
  await expectAccessible();

  // Withdrawing it deletes the addresses.
  await user.click(await comingSoonBox());
  expect(
    await screen.findByText('保存すると、お知らせの申し込み1,234件のメールアドレスを削除します。お知らせは送信しません。'),
  ).toBeVisible();
  await expectAccessible();

  // A published contest cannot be announced.
  await user.click(await option('公開'));
  expect(screen.queryByRole('checkbox', { name: '近日販売として表示する' })).not.toBeInTheDocument();
});

test('when a contest is coming soon, then the list has a badge for it', async () => {
  openList({ isComingSoon: true });
  expect(within(await screen.findByRole('row', { name: new RegExp(NAME) })).getByText('近日販売')).toBeVisible();
  await expectAccessible();
});
