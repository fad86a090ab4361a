import { expect, test } from '@jest/globals';
import type { Contest, SavedPriceDescription } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildContest } from '../../src/testing/build-contest.ts';
import { errorResponse, expectAccessible, json, type Responder } from '../../src/testing/open-page.tsx';
import { expectToastAndClose, openEditScreen } from './contest-screens.ts';

const conflict = () => screen.findByRole('alert', { name: 'ほかの画面で変更されました' });
const choose = async (name: '最新の内容を使う' | '入力した内容で上書きする') => within(await conflict()).getByRole('button', { name });
const waitUntilResolved = () => waitFor(() => expect(screen.queryByText('ほかの画面で変更されました')).not.toBeInTheDocument());

/** The contest on a server that refuses a change that names another version. */
const contestOnServer = (stored: Contest) => {
  let current = stored;
  const responders: Record<string, Responder> = {
    'GET /api/contests/c1': () => json(current),
    'PATCH /api/contests/c1': ({ body }) => {
      const { version, ...change } = body as Partial<Contest>;
      if (version !== current.version) return errorResponse('ContestChangedMeanwhile');
      current = { ...current, ...change, version: current.version + 1 };
      return json(current);
    },
  };
  return {
    responders,
    read: () => current,
    /** Another admin saves a change. */
    changeElsewhere: (change: Partial<Contest>) => {
      current = { ...current, ...change, version: current.version + 1 };
    },
  };
};

const prices = (changes: Partial<SavedPriceDescription> = {}): SavedPriceDescription => ({
  items: [{ name: '第1カテゴリー', price: 3000 }],
  notes: '',
  version: 1,
  ...changes,
});

test.each([
  ['最新の内容を使う', '相手の名前'],
  ['入力した内容で上書きする', '私の名前'],
] as const)('when another admin has changed the name and the choice is %s, then the name is %s', async (choice, outcome) => {
  const server = contestOnServer(buildContest({ name: '元の名前' }));
  const { user } = openEditScreen({ given: server.responders });
  await user.click(await screen.findByRole('button', { name: '大会名を編集' }));
  const field = screen.getByRole('textbox', { name: '大会名' });
  await user.clear(field);
  await user.type(field, '私の名前');
  server.changeElsewhere({ name: '相手の名前' });
  await user.type(field, '{Enter}');
  expect(within(await conflict()).getByText('現在の大会名：相手の名前')).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: '大会名の更新に失敗しました。' });
  expect(field).toHaveValue('私の名前');
  await expectAccessible();
  await user.click(await choose(choice));
  expect(await screen.findByRole('heading', { level: 1, name: outcome })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: '大会名を編集' })).toHaveFocus());
  expect(server.read().name).toBe(outcome);
});

test.each([
  ['最新の内容を使う', '公開予約'],
  ['入力した内容で上書きする', '公開'],
] as const)('when another admin has changed the publication and the choice is %s, then %s is chosen', async (choice, outcome) => {
  const server = contestOnServer(buildContest({ athleteCount: 3 }));
  const { user } = openEditScreen({
    search: '?tab=content',
    given: { ...server.responders, 'GET /api/contests/c1/price-description': () => json(prices()) },
  });
  await user.click(await screen.findByRole('radio', { name: '公開' }));
  server.changeElsewhere({ sitePublicStatus: '公開予約', scheduledPublishDate: '2031-01-02T01:00:00.000Z' });
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(within(await conflict()).getByText('現在の公開状態：公開予約（2031年1月2日(木) 10:00）')).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text: '大会の更新に失敗しました' });
  expect(screen.getByRole('radio', { name: '公開' })).toBeChecked();
  await expectAccessible();
  await user.click(await choose(choice));
  await waitUntilResolved();
  expect(screen.getByRole('radio', { name: outcome })).toBeChecked();
  expect(server.read().sitePublicStatus).toBe(outcome === '公開' ? 'public' : '公開予約');
});

test('when another admin scheduled the publication and it is kept, then its time is shown', async () => {
  const server = contestOnServer(buildContest({ athleteCount: 3 }));
  const { user } = openEditScreen({
    search: '?tab=content',
    given: { ...server.responders, 'GET /api/contests/c1/price-description': () => json(prices()) },
  });
  await user.click(await screen.findByRole('radio', { name: '公開' }));
  server.changeElsewhere({ sitePublicStatus: '公開予約', scheduledPublishDate: '2031-01-02T01:00:00.000Z' });
  await user.click(screen.getByRole('button', { name: '保存' }));
  await user.click(await choose('最新の内容を使う'));
  await waitUntilResolved();
  expect(screen.getByLabelText(/^公開日時（日本時間）/)).toHaveValue('2031-01-02T10:00');
});

test.each([
  ['最新の内容を使う', '相手の備考', 8000],
  ['入力した内容で上書きする', '私の備考', 3000],
] as const)('when another admin has changed the prices and the choice is %s, then the notes are %s', async (choice, notes, price) => {
  let stored = prices();
  const { user } = openEditScreen({
    search: '?tab=content',
    given: {
      'GET /api/contests/c1/price-description': () => json(stored),
      'PUT /api/contests/c1/price-description': ({ body }) => {
        const { version, ...change } = body as SavedPriceDescription;
        if (version !== stored.version) return errorResponse('PriceDescriptionChangedMeanwhile');
        stored = prices({ ...change, version: version + 1 });
        return json(stored);
      },
    },
  });
  const field = await screen.findByLabelText('備考');
  await user.type(field, '私の備考');
  stored = prices({ items: [{ name: '相手の料金', price: 8000 }], notes: '相手の備考', version: 2 });
  await user.click(screen.getByRole('button', { name: '価格表を保存' }));
  expect(await conflict()).toHaveTextContent('相手の料金');
  await expectToastAndClose(user, { title: '保存に失敗しました', text: '変更されました' });
  await expectAccessible();
  expect(field).toHaveValue('私の備考');
  await user.click(await choose(choice));
  await waitUntilResolved();
  expect(await screen.findByLabelText('備考')).toHaveValue(notes);
  expect(stored).toMatchObject({ notes, items: [{ price }] });
  await waitFor(() => expect(screen.getByRole('button', { name: '価格表を保存' })).toHaveFocus());
});
