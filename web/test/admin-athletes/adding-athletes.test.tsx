import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import { ATHLETES, bibField, expectToastAndClose, inRow, listedBibs, openAthletes } from './athlete-screen.tsx';

const countField = () => screen.getByRole('textbox', { name: '追加する人数' });
const addByCount = () => screen.getByRole('button', { name: '人数分を追加' });
const addOne = () => screen.getByRole('button', { name: '1人追加' });

test('when the number of athletes is no positive whole number or too large, then an error is shown and its field has the focus (admin 5.4)', async () => {
  const { user, requests } = openAthletes([], { categories: [] });
  expect(await screen.findByText('選手はまだ登録されていません')).toBeVisible();
  const field = countField();
  for (const wrongCount of ['', '0', '-1', '1.5', '二人']) {
    await user.clear(field);
    if (wrongCount !== '') await user.type(field, wrongCount);
    await user.click(addByCount());
    await waitFor(() => expect(field).toHaveAccessibleDescription('正しい人数を入力してください。'));
    expect(field).toHaveFocus();
  }
  await expectAccessible();
  await user.clear(field);
  expect(field).not.toHaveAccessibleDescription();
  await user.type(field, '5001');
  await user.click(addByCount());
  await waitFor(() => expect(field).toHaveAccessibleDescription('一度に追加できるのは5,000人までです。'));
  expect(requests(`POST ${ATHLETES}/bulk-create`)).toEqual([]);
});

test('when a contest has neither athletes nor categories, then new athletes are numbered from 1 and have no category (admin 5.5)', async () => {
  const { user, requests } = openAthletes([], { categories: [] });
  await screen.findByText('選手はまだ登録されていません');
  const field = countField();
  await user.type(field, '３');
  await user.click(addByCount());
  await waitFor(() => expect(field).toHaveValue(''));
  expect(field).toHaveFocus();
  await expectToastAndClose(user, { title: '追加しました', text: '3人の選手を追加しました' });
  await bibField('3');
  expect(listedBibs()).toEqual(['1', '2', '3']);
  expect(inRow('1').category()).toHaveValue('未分類');
  expect(inRow('1').video()).toHaveValue('確認中');
  const [request] = requests(`POST ${ATHLETES}/bulk-create`);
  expect(request?.body).toEqual({ athletes: ['1', '2', '3'].map((athleteNumber) => ({ athleteNumber, name: null, category: '未分類' })) });
  await expectAccessible();
});

test('when the contest has bib numbers, then new athletes continue from the highest in the first category (admin 2.28, 5.5)', async () => {
  const athletes = ['012', '12A', '007'].map((bib) => buildAthlete(bib, { category: 'フィジーク' }));
  const { user, requests } = openAthletes(athletes);
  await bibField('007');
  await user.type(countField(), '2{Enter}');
  await expectToastAndClose(user, { title: '追加しました', text: '2人の選手を追加しました' });
  const [request] = requests(`POST ${ATHLETES}/bulk-create`);
  expect(request?.body).toEqual({ athletes: ['013', '014'].map((athleteNumber) => ({ athleteNumber, name: null, category: 'ビキニ' })) });
  await bibField('014');
});

test('when one athlete is added, then the number is required, and a number that is taken is refused with the reason', async () => {
  const { user, requests, respond } = openAthletes([buildAthlete('013', { category: 'ビキニ' })]);
  await bibField('013');
  const bib = screen.getByRole('textbox', { name: 'ゼッケン番号' });
  await user.click(addOne());
  await waitFor(() => expect(bib).toHaveAccessibleDescription('ゼッケン番号を入力してください。'));
  expect(bib).toHaveFocus();

  const succeed = { created: [buildAthlete('013', { id: 'new', name: '渡辺 健', category: 'フィジーク' })], failed: [] };
  const refusal = { index: 0, code: 'AthleteNumberTaken', message: errorCatalogue.AthleteNumberTaken.message };
  respond(`POST ${ATHLETES}/bulk-create`, () => json({ created: [], failed: [refusal] }, { status: 201 }));
  await user.type(bib, '０１３');
  const name = screen.getByRole('textbox', { name: '選手名（任意）' });
  await user.type(name, '渡辺 健');
  await user.click(addOne());
  const text = `選手の追加に失敗しました。（1人）${refusal.message}`;
  await waitFor(() => expect(bib).toHaveAccessibleDescription(text));
  await expectToastAndClose(user, { title: 'エラー', text });
  expect(bib).toHaveValue('０１３');
  expect(name).toHaveValue('渡辺 健');

  respond(`POST ${ATHLETES}/bulk-create`, () => json(succeed, { status: 201 }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'カテゴリ' }), 'フィジーク');
  await user.click(addOne());
  await expectToastAndClose(user, { title: '追加しました', text: '1人の選手を追加しました' });
  expect(bib).toHaveValue('');
  expect(requests(`POST ${ATHLETES}/bulk-create`).at(-1)?.body).toEqual({
    athletes: [{ athleteNumber: '０１３', name: '渡辺 健', category: 'フィジーク' }],
  });
});
