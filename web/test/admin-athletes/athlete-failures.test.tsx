import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { networkMessages } from '../../src/lib/api-error.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { expectAccessible, json, networkFailure } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import {
  ATHLETES,
  bibField,
  bulkButton,
  bulkToolbar,
  deletedSwitch,
  expectToastAndClose,
  findDialog,
  inRow,
  newAthletes,
  openAthletes,
  selectAllCheckbox,
} from './athlete-screen.tsx';

const ledger = openTextLedger('athletes');
const ERROR = 'エラー';
const CHANGE_FIRST = `PATCH ${ATHLETES}/a-1`;

test('when athletes cannot be added, then the error is shown at the field and as a toast, and they can be added later (admin 8.13)', async () => {
  const { user, respond } = openAthletes([], { categories: [], given: { [`POST ${ATHLETES}/bulk-create`]: networkFailure } });
  await screen.findByText('選手はまだ登録されていません');
  const field = screen.getByRole('textbox', { name: '追加する人数' });
  await user.click(screen.getByRole('button', { name: '人数分を追加' }));
  await ledger.see('正しい人数を入力してください。');
  const goOnline = goOffline();
  await user.type(field, '3{Enter}');
  await ledger.see('選手の追加に失敗しました。');
  const text = `選手の追加に失敗しました。${networkMessages.offline}`;
  await waitFor(() => expect(field).toHaveAccessibleDescription(text));
  expect(field).toHaveFocus();
  await expectToastAndClose(user, { title: ERROR, text });
  goOnline();
  expect(field).toHaveValue('3');
  respond(`POST ${ATHLETES}/bulk-create`, () => json({ created: newAthletes('1', '2', '3'), failed: [] }, { status: 201 }));
  await user.type(field, '{Enter}');
  await expectToastAndClose(user, { title: '追加しました', text: '3人の選手を追加しました' });
  expect(field).not.toHaveAccessibleDescription();
});

test('when a change does not reach the server, then the row is reverted, and its error is shown until the change is saved (admin 4.18, 8.14, 8.17)', async () => {
  const athletes = [...newAthletes('1'), buildAthlete('2', { category: '未分類', photoStatus: '受注停止' })];
  const { user, respond, store } = openAthletes(athletes, { given: { [CHANGE_FIRST]: networkFailure } });
  await bibField('1');
  const { category, video } = inRow('1');
  await ledger.seeChosen(video(), '確認中');
  await ledger.seeChosen(inRow('2').category(), '未分類');
  await ledger.seeChosen(inRow('2').video(), '販売中');
  await ledger.seeChosen(inRow('2').photo(), '受注停止');
  await user.selectOptions(category(), 'フィジーク');
  await ledger.see('選手のカテゴリ更新に失敗しました。');
  await expectToastAndClose(user, { title: ERROR, text: `選手のカテゴリ更新に失敗しました。${networkMessages.unreachable}` });
  await waitFor(() => expect(category()).toHaveValue('ビキニ'));
  await user.selectOptions(video(), '販売中');
  await ledger.see('選手情報の更新に失敗しました。');
  await expectToastAndClose(user, { title: ERROR, text: `選手情報の更新に失敗しました。${networkMessages.unreachable}` });
  await waitFor(() => expect(video()).toHaveValue('確認中'));
  expect(within(screen.getByRole('table')).getByRole('alert')).toHaveTextContent(/^選手情報の更新に失敗しました。/);
  await expectAccessible();

  respond(CHANGE_FIRST, () => json(store.change('a-1', { category: 'フィジーク' })));
  await user.selectOptions(category(), 'フィジーク');
  await waitFor(() => expect(screen.queryByText(/更新に失敗しました。/)).toBeNull());
  expect(category()).toHaveValue('フィジーク');
  expect(video()).toHaveValue('確認中');
});

test('when a deletion does not reach the server, then the athlete stays in the list, and the error is shown (admin 8.15)', async () => {
  const athletes = [...newAthletes('1'), buildAthlete('2', { isDeleted: true })];
  const { user } = openAthletes(athletes, {
    path: '?deleted=shown',
    given: { [`DELETE ${ATHLETES}/a-1`]: networkFailure, [`DELETE ${ATHLETES}/a-2/permanent`]: networkFailure },
  });
  await user.click(await inRow('1').erase());
  await ledger.see('選手の削除に失敗しました。');
  await expectToastAndClose(user, { title: ERROR, text: `選手の削除に失敗しました。${networkMessages.unreachable}` });
  expect(await inRow('1').erase()).toBeEnabled();
  expect(inRow('1').bib()).toBeEnabled();

  await user.click(await inRow('2').purge());
  await user.click((await findDialog('完全に削除しますか？')).getByRole('button', { name: '完全に削除する' }));
  await ledger.see('選手の完全削除に失敗しました。');
  await expectToastAndClose(user, { title: ERROR, text: `選手の完全削除に失敗しました。${networkMessages.unreachable}` });
  expect(await inRow('2').purge()).toBeEnabled();
});

type BulkDialog = Awaited<ReturnType<typeof findDialog>>;
const fillIn: Record<string, (dialog: BulkDialog, user: UserEvent) => Promise<void>> = {
  一括価格変更: (dialog, user) => user.type(dialog.getByRole('textbox', { name: '縦動画の価格（税込）' }), '6500'),
  一括カテゴリ変更: (dialog, user) => user.selectOptions(dialog.getByRole('combobox', { name: '変更後のカテゴリ' }), 'フィジーク'),
  一括ステータス変更: (dialog, user) => user.selectOptions(dialog.getByRole('combobox', { name: '動画の販売状況' }), '販売中'),
};
/** The button, the dialog with its button, the error, and what is selected afterwards: of all athletes, only the targets. */
const bulkFailures = [
  ['一括価格変更', '一括価格変更（2人）', '2人を変更する', '一括価格変更に失敗しました。', '2人を選択中'],
  ['一括カテゴリ変更', '一括カテゴリ変更（2人）', '2人を変更する', '一括カテゴリ変更に失敗しました。', '2人を選択中'],
  ['一括ステータス変更', '一括ステータス変更（2人）', '2人を変更する', '一括ステータス変更に失敗しました。', '2人を選択中'],
  ['一括削除', '選手をまとめて削除しますか？', '2人を削除する', '一括削除に失敗しました。', '2人を選択中'],
  ['一括完全削除', '選手をまとめて完全に削除しますか？', '1人を完全に削除する', '選手の完全削除に失敗しました。', '1人を選択中'],
] as const;

test('when no bulk request reaches the server, then each action shows its error, the list shows the stored values, and the selection is kept (admin 8.16, 8.17)', async () => {
  const athletes = [...newAthletes('1', '2'), buildAthlete('3', { isDeleted: true })];
  const { user } = openAthletes(athletes, {
    path: '?deleted=shown',
    given: { [`PATCH ${ATHLETES}/bulk-update`]: networkFailure, [`POST ${ATHLETES}/bulk-permanent-delete`]: networkFailure },
  });
  await bibField('1');
  for (const [button, title, submit, text, selected] of bulkFailures) {
    await user.click(selectAllCheckbox());
    await user.click(bulkButton(button));
    const dialog = await findDialog(title);
    await fillIn[button]?.(dialog, user);
    await user.click(dialog.getByRole('button', { name: submit }));
    await ledger.see(text);
    const alert = await within(bulkToolbar()).findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(alert).toHaveTextContent(networkMessages.unreachable);
    await expectToastAndClose(user, { title: ERROR, text });
    expect(within(bulkToolbar()).getByText(selected)).toBeVisible();
  }
  await expectAccessible();
  const { vertical, category, video, erase } = inRow('1');
  expect(vertical()).toHaveValue('5,000');
  expect(category()).toHaveValue('ビキニ');
  expect(video()).toHaveValue('確認中');
  expect(await erase()).toBeEnabled();
  expect(await inRow('2').erase()).toBeEnabled();
  expect(await inRow('3').restore()).toBeEnabled();
});

test('when no selected athlete is deleted, then nobody can be deleted permanently, and no confirmation opens (admin 8.18)', async () => {
  const { user, requests } = openAthletes(newAthletes('1'));
  await bibField('1');
  await user.click(selectAllCheckbox());
  await user.click(deletedSwitch());
  await user.click(await screen.findByRole('button', { name: '一括完全削除' }));
  await ledger.see('削除対象の選手がいません。');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expectAccessible();
  expect(requests(`POST ${ATHLETES}/bulk-permanent-delete`)).toEqual([]);
});

test('when all tests about failures have run, then every text that the specification quotes was shown (admin 8.13, 8.14, 8.15, 8.16)', () => {
  expect(ledger.unseen()).toEqual([]);
});
