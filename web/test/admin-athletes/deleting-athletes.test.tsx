import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { errorResponse, expectAccessible } from '../../src/testing/open-page.tsx';
import {
  ATHLETES,
  bibField,
  deletedSwitch,
  expectToastAndClose,
  findDialog,
  inRow,
  listRegion,
  newAthletes,
  openAthletes,
  waitUntilClosed,
} from './athlete-screen.tsx';

const SHOWS_DELETED = '?deleted=shown';
const confirmDialog = () => findDialog('完全に削除しますか？');
const deletedAthlete = (changes = {}) => buildAthlete('1', { category: 'ビキニ', isDeleted: true, ...changes });

test('when an athlete is deleted, then it is hidden, listed with the deleted ones, and can be restored (admin 2.27, 2.30)', async () => {
  const { user, requests } = openAthletes(newAthletes('1'));
  const { bib, erase, restore } = inRow('1');
  await user.click(await erase());
  await expectToastAndClose(user, {
    title: '削除しました',
    text: '番号 1 の選手を削除しました。「削除済みの選手も表示」から元に戻せます。',
  });
  expect(await screen.findByText('選手はすべて削除済みです')).toBeVisible();
  expect(screen.queryByRole('region', { name: '選手の一覧' })).toBeNull();

  await user.click(deletedSwitch());
  await user.click(await restore());
  await erase();
  expect(bib()).toBeEnabled();
  expect(new URLSearchParams(window.location.search).get('deleted')).toBe('shown');
  expect(requests(`PATCH ${ATHLETES}/a-1`).map(({ body }) => body)).toEqual([{ isDeleted: false, version: 2 }]);
});

test('when a deleted athlete is shown, then its fields are disabled, and its number may have been taken when it is restored', async () => {
  const { user } = openAthletes([deletedAthlete()], {
    path: SHOWS_DELETED,
    given: { [`PATCH ${ATHLETES}/a-1`]: () => errorResponse('AthleteNumberTaken') },
  });
  const { bib, category, video, photo, vertical, horizontal, restore } = inRow('1');
  await restore();
  expect(deletedSwitch()).toBeChecked();
  for (const field of [bib, category, video, photo, vertical, horizontal]) expect(field()).toBeDisabled();
  await expectAccessible();

  await user.click(await restore());
  const text = `選手情報の更新に失敗しました。${errorCatalogue.AthleteNumberTaken.message}`;
  expect(await within(listRegion()).findByText(text)).toBeVisible();
  await expectToastAndClose(user, { title: 'エラー', text });
  expect(await restore()).toBeEnabled();
});

test('when the category of a deleted athlete was deleted too, then another one can be chosen, and the athlete can be restored', async () => {
  const { user, requests } = openAthletes([deletedAthlete({ category: '廃止' })], { path: SHOWS_DELETED });
  const { bib, category, erase, restore } = inRow('1');
  await restore();
  expect(bib()).toBeDisabled();
  expect(category()).toBeInvalid();
  await expectAccessible();
  await user.selectOptions(category(), 'フィジーク');
  await waitFor(() => expect(category()).toBeValid());
  await user.click(await restore());
  await erase();
  expect(requests(`PATCH ${ATHLETES}/a-1`).map(({ body }) => body)).toEqual([
    { category: 'フィジーク', version: 1 },
    { isDeleted: false, version: 2 },
  ]);
});

test('when a permanent deletion is confirmed, then the athlete disappears and the list has the focus; cancelling changes nothing (admin 2.30)', async () => {
  const { user, requests } = openAthletes([deletedAthlete(), deletedAthlete({ id: 'a-2', athleteNumber: '2' })], { path: SHOWS_DELETED });
  const { purge } = inRow('1');
  await user.click(await purge());
  const dialog = await confirmDialog();
  expect(
    dialog.getByText('番号 1（ビキニ）の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。'),
  ).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'キャンセル' })).toHaveFocus());
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  await waitUntilClosed();
  expect(requests(`DELETE ${ATHLETES}/a-1/permanent`)).toEqual([]);

  await user.click(await purge());
  await user.click((await confirmDialog()).getByRole('button', { name: '完全に削除する' }));
  await waitFor(() => expect(listRegion()).toHaveFocus());
  await waitFor(() => expect(screen.queryByLabelText('1 の番号')).toBeNull());
  await bibField('2');
  await expectToastAndClose(user, { title: '削除しました', text: '番号 1 の選手を完全に削除しました' });
  expect(requests(`DELETE ${ATHLETES}/a-1/permanent`)).toHaveLength(1);
});
