import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { networkMessages } from '../../src/lib/api-error.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible, json, networkFailure } from '../../src/testing/open-page.tsx';
import {
  ATHLETES,
  bibField,
  deletedSwitch,
  expectToastAndClose,
  inRow,
  listedBibs,
  listRegion,
  newAthletes,
  openAthletes,
  tabTo,
} from './athlete-screen.tsx';

const searchField = () => screen.getByRole('textbox', { name: '選手を検索' });

test('when the list cannot be loaded, then an error is shown, nobody can be added by count, and a button loads the list again', async () => {
  const athletes = newAthletes('1');
  const { user, respond } = openAthletes(athletes, { given: { [`GET ${ATHLETES}`]: networkFailure } });
  const panel = await screen.findByRole('alert');
  expect(panel).toHaveTextContent('選手の一覧を読み込めませんでした');
  expect(panel).toHaveTextContent(networkMessages.unreachable);
  expect(screen.getByRole('button', { name: '人数分を追加' })).toBeDisabled();
  await expectAccessible();
  respond(`GET ${ATHLETES}`, () => json(athletes));
  await user.click(within(panel).getByRole('button', { name: '再読み込み' }));
  await bibField('1');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: '人数分を追加' })).toBeEnabled();
});

test('when the list is searched, then bib, name and category are compared, and the search is kept in the address', async () => {
  const athletes = [
    buildAthlete('2000A', { category: 'ビキニ' }),
    buildAthlete('3', { name: '渡辺 健', category: 'ビキニ' }),
    buildAthlete('4', { category: 'フィジーク' }),
  ];
  const { user } = openAthletes(athletes);
  await bibField('2000A');
  const count = (text: string) => screen.findByText(text, { selector: '[role="status"]' });
  await count('3人');
  for (const [text, bib] of [
    ['２０００ａ', '2000A'],
    ['渡辺', '3'],
    ['フィジ', '4'],
  ] as const) {
    await user.clear(searchField());
    await user.type(searchField(), text);
    await waitFor(() => expect(listedBibs()).toEqual([bib]));
    await count('1人');
  }
  await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBe('フィジ'));
  await user.clear(searchField());
  await user.type(searchField(), 'だれもいない');
  expect(await screen.findByText('条件に合う選手はいません')).toBeVisible();
  await count('0人');
  await user.click(screen.getByRole('button', { name: '検索条件を消す' }));
  await waitFor(() => expect(listedBibs()).toEqual(['2000A', '3', '4']));
  await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBeNull());
});

test('when the address has a search, then the list is searched from the start', async () => {
  openAthletes(newAthletes('1', '2'), { path: '?q=2' });
  await bibField('2');
  expect(searchField()).toHaveValue('2');
  expect(listedBibs()).toEqual(['2']);
});

test('when only the keyboard is used, then athletes can be added, changed, deleted and restored', async () => {
  const { user, requests } = openAthletes([buildAthlete('1', { category: 'ビキニ' })]);
  await bibField('1');
  await tabTo(user, screen.getByRole('textbox', { name: '追加する人数' }));
  await user.keyboard('1{Enter}');
  expect(await screen.findByText('1人の選手を追加しました')).toBeInTheDocument();
  await bibField('2');
  const { bib, category, erase, restore } = inRow('1');
  await tabTo(user, bib());
  await user.keyboard('{Escape}');
  await tabTo(user, category());
  await user.selectOptions(category(), 'フィジーク');
  await waitFor(() => expect(category()).toHaveValue('フィジーク'));
  await tabTo(user, await erase());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(listRegion()).toHaveFocus());
  await waitFor(() => expect(listedBibs()).toEqual(['2']));
  await tabTo(user, deletedSwitch(), { shift: true });
  await user.keyboard(' ');
  await tabTo(user, await restore());
  await user.keyboard('{Enter}');
  await erase();
  expect(requests(`PATCH ${ATHLETES}/a-1`).map(({ body }) => body)).toEqual([
    { category: 'フィジーク', version: 1 },
    { isDeleted: false, version: 3 },
  ]);
  await expectToastAndClose(user, {
    title: '削除しました',
    text: '番号 1 の選手を削除しました。「削除済みの選手も表示」から元に戻せます。',
  });
});
