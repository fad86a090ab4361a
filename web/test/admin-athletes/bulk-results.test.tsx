import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import {
  ATHLETES,
  athleteCheckbox,
  bibField,
  bulkButton,
  bulkToolbar,
  expectToastAndClose,
  findDialog,
  inRow,
  newAthletes,
  openAthletes,
  selectAllCheckbox,
  waitForSelection,
} from './athlete-screen.tsx';

const BULK_UPDATE = `PATCH ${ATHLETES}/bulk-update`;

test('when the server rejects some changes, then the number of failures is shown, and the unchanged athletes stay selected (admin 8.18)', async () => {
  const athletes = [...newAthletes('1', '2'), buildAthlete('3', { category: 'フィジーク' })];
  const { user, respond, store } = openAthletes(athletes);
  await bibField('1');
  respond(BULK_UPDATE, () => {
    store.change('a-2', { category: 'フィジーク' });
    return json({ successCount: 2, failedCount: 1 });
  });
  await user.click(selectAllCheckbox());
  await user.click(bulkButton('一括カテゴリ変更'));
  const dialog = await findDialog('一括カテゴリ変更（3人）');
  await user.selectOptions(dialog.getByRole('combobox', { name: '変更後のカテゴリ' }), 'フィジーク');
  await user.click(dialog.getByRole('button', { name: '3人を変更する' }));
  const alert = await within(bulkToolbar()).findByRole('alert');
  const text = '3人のうち2人を変更しました。1人は変更できませんでした。';
  expect(alert).toHaveTextContent(text);
  expect(alert).toHaveTextContent('同じカテゴリに同じゼッケン番号の選手がいるか、ほかの画面で変更された可能性があります。');
  await expectToastAndClose(user, { title: 'エラー', text });
  await waitForSelection(1);
  expect(athleteCheckbox('1')).toBeChecked();
  expect(inRow('1').category()).toHaveValue('ビキニ');
  expect(inRow('2').category()).toHaveValue('フィジーク');
  await expectAccessible();
});

test('when another admin restores the athlete before its permanent deletion is confirmed, then the page says that nobody was deleted (admin 8.18)', async () => {
  const { user, respond, store } = openAthletes([buildAthlete('1', { isDeleted: true })], { path: '?deleted=shown' });
  await bibField('1');
  await user.click(athleteCheckbox('1'));
  await user.click(bulkButton('一括完全削除'));
  const dialog = await findDialog('選手をまとめて完全に削除しますか？');
  store.change('a-1', { isDeleted: false });
  respond(`POST ${ATHLETES}/bulk-permanent-delete`, () => json({ successCount: 0, failedCount: 1 }));
  await user.click(dialog.getByRole('button', { name: '1人を完全に削除する' }));
  expect(await within(bulkToolbar()).findByRole('alert')).toHaveTextContent('選手の削除に失敗しました。');
  await expectToastAndClose(user, { title: 'エラー', text: '選手の削除に失敗しました。' });
  expect(await inRow('1').erase()).toBeEnabled();
});

test('when many athletes are changed, then the progress is shown, no row can be edited, and the action can be stopped between two batches', async () => {
  const athletes = newAthletes(...Array.from({ length: 1001 }, (_, index) => `${index + 1}`));
  const { user, respond, requests, store } = openAthletes(athletes);
  await bibField('1');
  const { responder, release } = holdBack(() => {
    for (const { id } of athletes.slice(0, 1000)) store.change(id, { videoStatus: '販売中' });
    return json({ successCount: 1000, failedCount: 0 });
  });
  respond(BULK_UPDATE, responder);
  await user.click(selectAllCheckbox());
  await waitForSelection('1,001');
  await user.click(bulkButton('一括ステータス変更'));
  const dialog = await findDialog('一括ステータス変更（1,001人）');
  await user.selectOptions(dialog.getByRole('combobox', { name: '動画の販売状況' }), '販売中');
  await user.click(dialog.getByRole('button', { name: '1,001人を変更する' }));

  const progress = await within(bulkToolbar()).findByRole('progressbar', { name: '変更しています' });
  expect(progress).toHaveAttribute('aria-valuetext', '1001人のうち0人');
  expect(within(bulkToolbar()).getByText(/0 \/ 1,001人/)).toBeVisible();
  expect(within(bulkToolbar()).getByText('1,001人を変更しています')).toHaveRole('status');
  expect(await screen.findByRole('button', { name: '1 を削除' })).toBeDisabled();
  expect(inRow('1').bib()).toBeDisabled();
  await expectAccessible();
  await user.click(bulkButton('一括操作を中止'));
  release();
  const text = '中止しました。1,001人のうち1,000人を変更しました。残りの1人は選択されたままです。';
  expect((await within(bulkToolbar()).findByText(text)).closest('[role="status"]')).toBeVisible();
  await expectToastAndClose(user, { title: '中止しました', text });
  await waitForSelection(1);
  expect(requests(BULK_UPDATE)).toHaveLength(1);
  await waitFor(() => expect(inRow('1').bib()).toBeEnabled());
});
