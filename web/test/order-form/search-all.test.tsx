import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { athleteField, categoryField, openForm, searchField, styleField, videoGroup } from './open-order-form.ts';

const athletes = [
  buildAthlete('12', { id: 'a', category: 'メンズフィジーク', name: '佐藤 一郎' }),
  buildAthlete('12', { id: 'b', category: 'ビキニ', name: '山田 花子' }),
  buildAthlete('7', { id: 'c', category: 'ビキニ' }),
];

test('when a number of two athletes is searched, then both are found, and the choice fills in category and athlete', async () => {
  const { user } = await openForm({ athletes });
  await user.type(await searchField(), '12');
  expect(await screen.findByText('候補は2名です。')).toBeInTheDocument();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await categoryField()).toHaveValue('ビキニ');
  expect(await athleteField()).toHaveValue('12　山田 花子');
  expect(await searchField()).toHaveValue('');
  expect(within(await videoGroup(1)).getByRole('group', { name: /動画の向き/ })).toHaveFocus();
  await user.tab();
  expect(await styleField('縦動画')).toHaveFocus();
});

test('when every item has an athlete, then the next one becomes an item, and one that is chosen already does not', async () => {
  const { user } = await openForm({ athletes });
  await user.type(await searchField(), '山田{Enter}');
  await user.type(await searchField(), '7{Enter}');
  await user.type(await searchField(), '山田{Enter}');
  expect(await athleteField(2)).toHaveValue('7');
  expect(screen.getAllByRole('group', { name: /^動画\d$/ })).toHaveLength(2);
  expect(within(await videoGroup(1)).getByRole('group', { name: /動画の向き/ })).toHaveFocus();
});

test('when nobody is found, then Enter does not submit the form, and the typed text stays', async () => {
  const { user } = await openForm({ athletes });
  await user.type(await searchField(), '鈴木');
  expect(await screen.findByText('該当する選手が見つかりません。')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.queryByText('すべての項目を選択してください')).not.toBeInTheDocument();
  await user.tab();
  expect(await searchField()).toHaveValue('鈴木');
});

test('when the link names an athlete, then it is chosen once and the link is removed from the address', async () => {
  await openForm({ athletes, query: `?category=${encodeURIComponent('ビキニ')}&athlete=12` });
  await waitFor(async () => expect(await athleteField()).toHaveValue('12　山田 花子'));
  expect(await categoryField()).toHaveValue('ビキニ');
  expect(window.location.search).toBe('');
  expect(within(await videoGroup(1)).getByRole('group', { name: /動画の向き/ })).toHaveFocus();
  expect(await styleField('縦動画')).not.toBeChecked();
  await expectAccessible();
});

test('when there is a draft, then the linked athlete is added to it, and opening the link again adds nothing', async () => {
  const item = { id: 'i1', category: 'ビキニ', athleteNumber: '12', videoStyles: ['縦動画' as const] };
  const added = { category: 'メンズフィジーク', athleteNumber: '12', videoStyles: [] };
  savedData.write('formData', { drafts: [{ contestSlug: 'spring', items: [item] }] });
  const query = `?category=${encodeURIComponent('メンズフィジーク')}&athlete=12`;
  await openForm({ athletes, query });
  await waitFor(async () => expect(await athleteField(2)).toHaveValue('12　佐藤 一郎'));
  expect(savedData.read('formData')?.drafts[0]?.items).toMatchObject([item, added]);

  cleanup();
  await openForm({ athletes, query });
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(savedData.read('formData')?.drafts[0]?.items).toMatchObject([item, added]);
  expect(screen.getAllByRole('group', { name: /^動画\d$/ })).toHaveLength(2);
});

test('when the number of the link is not unique, then the form says so and searches it', async () => {
  const { user } = await openForm({ athletes, query: '?athlete=12' });
  expect(await screen.findByText('ゼッケン番号12の選手が複数います。カテゴリーを確認して、選択してください。')).toBeVisible();
  expect(window.location.search).toBe('');
  const search = await searchField();
  expect(search).toHaveValue('12');
  await expectAccessible();
  await user.click(search);
  expect(await screen.findByText('候補は2名です。')).toBeInTheDocument();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await athleteField()).toHaveValue('12　山田 花子');
  expect(screen.queryByText(/の選手が複数います/)).not.toBeInTheDocument();
});

test('when the linked athlete is not on sale, then the form says so and can be used', async () => {
  await openForm({ athletes, query: '?category=%E3%83%93%E3%82%AD%E3%83%8B&athlete=99' });
  expect(
    await screen.findByText('ゼッケン番号99の動画は、現在販売していません。番号を確認するか、別の選手を選択してください。'),
  ).toBeVisible();
  expect(await categoryField()).toHaveValue('');
  expect(await searchField()).toHaveValue('');
});
