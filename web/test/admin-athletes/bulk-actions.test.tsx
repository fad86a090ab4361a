import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import {
  ATHLETES,
  athleteCheckbox,
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
  tabTo,
  waitForSelection,
  waitUntilClosed,
} from './athlete-screen.tsx';

const BULK_UPDATE = `PATCH ${ATHLETES}/bulk-update`;
const PRICE_ERROR = '0円から1,000,000円まで、100円単位で入力してください。';

test('when athletes are selected, then their number is shown, also of those that the search hides', async () => {
  const { user } = openAthletes(newAthletes('1', '2', '3'));
  await bibField('1');
  expect(within(bulkToolbar()).getByText('選手を選択すると、まとめて変更・削除できます。')).toBeVisible();
  expect(bulkButton('一括価格変更')).toBeDisabled();
  await user.click(athleteCheckbox('1'));
  await waitForSelection(1);
  await user.type(screen.getByRole('textbox', { name: '選手を検索' }), '2');
  await waitFor(() => expect(screen.queryByLabelText('1 の番号')).toBeNull());
  await user.click(selectAllCheckbox());
  expect(await within(bulkToolbar()).findByText('2人を選択中（うち1人は下の一覧に表示されていません）')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '検索条件を消す' }));
  await waitForSelection(2);
  await waitFor(() => expect(athleteCheckbox('3')).not.toBeChecked());
  await expectAccessible();
});

test('when a bulk price or status is missing or wrong, then the dialog shows the error, and nothing is sent until it is right (admin 2.31)', async () => {
  const { user, requests } = openAthletes(newAthletes('1', '2', '3'));
  await bibField('1');
  await user.click(athleteCheckbox('1'));
  await user.click(athleteCheckbox('2'));
  await user.click(bulkButton('一括価格変更'));
  const prices = await findDialog('一括価格変更（2人）');
  const vertical = prices.getByRole('textbox', { name: '縦動画の価格（税込）' });
  const horizontal = prices.getByRole('textbox', { name: '横動画の価格（税込）' });
  await waitFor(() => expect(vertical).toHaveFocus());
  await user.click(prices.getByRole('button', { name: '2人を変更する' }));
  expect(await prices.findByText('縦動画・横動画のどちらかの価格を入力してください。')).toHaveRole('alert');
  await user.type(horizontal, '6550');
  await user.click(prices.getByRole('button', { name: '2人を変更する' }));
  expect(await prices.findByText(PRICE_ERROR)).toBeVisible();
  expect(horizontal).toHaveFocus();
  await expectAccessible();
  await user.click(prices.getByRole('button', { name: 'キャンセル' }));
  await waitUntilClosed();

  await user.click(bulkButton('一括ステータス変更'));
  const statuses = await findDialog('一括ステータス変更（2人）');
  await user.click(statuses.getByRole('button', { name: '2人を変更する' }));
  expect(await statuses.findByText('動画・写真のどちらかの販売状況を選択してください。')).toHaveRole('alert');
  await user.click(statuses.getByRole('button', { name: 'キャンセル' }));
  await waitUntilClosed();
  expect(requests(BULK_UPDATE)).toEqual([]);

  await user.click(bulkButton('一括価格変更'));
  const again = await findDialog('一括価格変更（2人）');
  await user.type(again.getByRole('textbox', { name: '縦動画の価格（税込）' }), '６，５００');
  await user.click(again.getByRole('button', { name: '2人を変更する' }));
  await expectToastAndClose(user, { title: '変更しました', text: '2人の選手を変更しました。' });
  expect(requests(BULK_UPDATE).map(({ body }) => body)).toEqual([{ athleteIds: ['a-1', 'a-2'], updates: { verticalVideoPrice: 6500 } }]);
  expect(inRow('2').vertical()).toHaveValue('6,500');
  expect(inRow('3').vertical()).toHaveValue('5,000');
  await waitForSelection(2);
});

test('when selected athletes are deleted, then a confirmation is required, and "restore" applies to the deleted ones only', async () => {
  const { user, requests } = openAthletes(newAthletes('1', '2', '3'));
  await bibField('1');
  await user.click(athleteCheckbox('1'));
  await user.click(athleteCheckbox('2'));
  await user.click(bulkButton('一括削除'));
  const deletion = await findDialog('選手をまとめて削除しますか？');
  expect(
    deletion.getByText('2人の選手を削除します。お客様には表示されなくなり、注文もできなくなります。あとから復元できます。'),
  ).toBeVisible();
  await expectAccessible();
  await user.click(deletion.getByRole('button', { name: 'キャンセル' }));
  await waitUntilClosed();
  expect(requests(BULK_UPDATE)).toEqual([]);
  await user.click(bulkButton('一括削除'));
  await user.click((await findDialog('選手をまとめて削除しますか？')).getByRole('button', { name: '2人を削除する' }));
  await expectToastAndClose(user, { title: '削除しました', text: '2人の選手を削除しました。' });
  expect(await within(bulkToolbar()).findByText('選手を選択すると、まとめて変更・削除できます。')).toBeVisible();
  expect(screen.queryByRole('button', { name: '一括復元' })).toBeNull();

  await user.click(deletedSwitch());
  await bibField('1');
  await user.click(selectAllCheckbox());
  await waitForSelection(3);
  await user.click(bulkButton('一括復元'));
  await expectToastAndClose(user, { title: '復元しました', text: '2人の選手を復元しました。' });
  await waitForSelection(3);
  expect(requests(BULK_UPDATE).map(({ body }) => body)).toEqual([
    { athleteIds: ['a-1', 'a-2'], updates: { isDeleted: true } },
    { athleteIds: ['a-1', 'a-2'], updates: { isDeleted: false } },
  ]);
});

test('when deleted athletes are erased together, then a confirmation names their number, and the others stay (admin 2.31)', async () => {
  const [first, second, ...others] = newAthletes('1', '2', '3');
  const deleted = [first, second].flatMap((athlete) => (athlete ? [{ ...athlete, isDeleted: true }] : []));
  const { user, requests } = openAthletes([...deleted, ...others], { path: '?deleted=shown' });
  await bibField('1');
  await user.click(selectAllCheckbox());
  await user.click(bulkButton('一括完全削除'));
  const dialog = await findDialog('選手をまとめて完全に削除しますか？');
  expect(dialog.getByText(/2人の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。/)).toHaveTextContent(
    '選択中の、削除されていない1人はそのまま残ります。',
  );
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: '2人を完全に削除する' }));
  await expectToastAndClose(user, { title: '完全に削除しました', text: '2人の選手を完全に削除しました。' });
  expect(requests(`POST ${ATHLETES}/bulk-permanent-delete`).map(({ body }) => body)).toEqual([{ athleteIds: ['a-1', 'a-2'] }]);
  expect(screen.queryByLabelText('1 の番号')).toBeNull();
  await bibField('3');
});

test('when only the keyboard is used, then athletes can be selected and changed, and the focus is never lost', async () => {
  const { user, requests, respond, store } = openAthletes(newAthletes('1', '2'));
  const { responder, release } = holdBack(() => {
    for (const { id } of store.all()) store.change(id, { videoStatus: '販売中' });
    return json({ successCount: 2, failedCount: 0 });
  });
  respond(BULK_UPDATE, responder);
  await bibField('1');
  await tabTo(user, selectAllCheckbox());
  await user.keyboard(' ');
  await waitForSelection(2);
  // In the focus order, the toolbar precedes the list.
  await tabTo(user, bulkButton('一括ステータス変更'), { shift: true });
  await user.keyboard('{Enter}');
  const dialog = await findDialog('一括ステータス変更（2人）');
  const video = dialog.getByRole('combobox', { name: '動画の販売状況' });
  await waitFor(() => expect(video).toHaveFocus());
  await user.selectOptions(video, '販売中');
  await tabTo(user, dialog.getByRole('button', { name: '2人を変更する' }));
  await user.keyboard('{Enter}');
  await waitUntilClosed();
  release();
  expect(await screen.findByText('2人の選手を変更しました。')).toBeInTheDocument();
  await waitFor(() => expect(bulkToolbar()).toHaveFocus());
  expect(requests(BULK_UPDATE).map(({ body }) => body)).toEqual([{ athleteIds: ['a-1', 'a-2'], updates: { videoStatus: '販売中' } }]);
});
