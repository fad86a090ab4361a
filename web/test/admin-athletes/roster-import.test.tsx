import { expect, jest, test } from '@jest/globals';
import { errorCatalogue, importRosterSchema, type RosterPreview } from '@stagereel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { networkMessages } from '../../src/lib/api-error.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { errorResponse, expectAccessible, json, networkFailure, type Responder } from '../../src/testing/open-page.tsx';
import { ATHLETES, expectToastAndClose, findDialog, openAthletes, tabTo, waitUntilClosed } from './athlete-screen.tsx';

const IMPORT = `POST ${ATHLETES}/import`;
const TITLE = '選手のCSV取り込み';
const CSV = 'ゼッケン番号,カテゴリ\r\n1,ビキニ\r\n';

type Row = RosterPreview['rows'][number];
const rosterRow = (row: number, changes: Partial<Row> = {}): Row => ({
  row,
  athleteNumber: `00${row - 1}`,
  name: null,
  category: 'ビキニ',
  action: 'create',
  errors: [],
  ...changes,
});
/** The preview of a file with these rows; the fake service returns it as applied when it is asked to apply it. */
const previewOf = (rows: readonly Row[], changes: Partial<RosterPreview> = {}): Responder => {
  const count = (action: Row['action']) => rows.filter((row) => row.action === action).length;
  return ({ body }) =>
    json({
      encoding: 'UTF-8',
      fingerprint: 'print-1',
      isApplied: importRosterSchema.parse(body).apply,
      ignoredColumns: [],
      counts: { create: count('create'), update: count('update'), same: count('same'), refused: count('refused') },
      rows: [...rows],
      ...changes,
    });
};

const openButton = () => screen.findByRole('button', { name: 'CSVを取り込む' });
const openDialog = async (user: UserEvent) => {
  await user.click(await openButton());
  return findDialog(TITLE);
};
const fileInput = () =>
  screen.getByRole('dialog', { name: TITLE }).querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
/** Chooses a file without the filter of the file chooser, because people can turn that filter off. */
const chooseFile = (file: File): void => void fireEvent.change(fileInput(), { target: { files: [file] } });
const csvFile = (name = '名簿.csv', content = CSV): File => new File([content], name, { type: 'text/csv' });
const cells = (dialog: Awaited<ReturnType<typeof findDialog>>): string[][] =>
  within(dialog.getByRole('region', { name: 'CSVファイルの内容' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));

test('when a file is chosen, then each row shows its effect, and only a confirmation stores the valid rows', async () => {
  const reason = 'このカテゴリは大会に登録されていません。先にカテゴリを追加するか、ファイルを修正してください。';
  const rows = [
    rosterRow(2, { name: '渡辺 健', action: 'update' }),
    rosterRow(3, { action: 'same' }),
    rosterRow(4, { name: '斎藤 葵' }),
    rosterRow(5, { category: '知らない部門', action: 'refused', errors: [reason] }),
  ];
  const { user, requests } = openAthletes([], { given: { [IMPORT]: previewOf(rows, { ignoredColumns: ['メモ', '所属'] }) } });
  const dialog = await openDialog(user);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'CSVファイルを選ぶ' })).toHaveFocus());
  await expectAccessible();
  chooseFile(csvFile());
  const summary = (await dialog.findByText('追加 1人 ・ 更新 1人 ・ 変更なし 1人 ・ 取り込めない行 1行')).closest('[role="status"]');
  expect(summary).toHaveTextContent('名簿.csv（UTF-8）');
  expect(summary).toHaveFocus();
  expect(dialog.getByText('取り込まない列：メモ、所属')).toBeVisible();
  expect(cells(dialog)).toEqual([
    ['2', '001', '渡辺 健', 'ビキニ', '更新'],
    ['3', '002', '', 'ビキニ', '変更なし'],
    ['4', '003', '斎藤 葵', 'ビキニ', '追加'],
    ['5', '004', '', '知らない部門', `取り込めません${reason}`],
  ]);
  await expectAccessible();
  await user.click(dialog.getByRole('switch', { name: '取り込めない行だけを表示' }));
  await waitFor(() => expect(cells(dialog).map(([row]) => row)).toEqual(['5']));

  await user.click(dialog.getByRole('button', { name: '2人を取り込む' }));
  await expectToastAndClose(user, { title: '取り込みました', text: '1人を追加し、1人を更新しました。' });
  await waitFor(() => expect(dialog.queryByRole('button', { name: /人を取り込む$/ })).toBeNull());
  const file = Buffer.from(CSV).toString('base64');
  expect(requests(IMPORT).map(({ body }) => body)).toEqual([{ file }, { file, apply: true, fingerprint: 'print-1' }]);
  expect(requests(`GET ${ATHLETES}`)).toHaveLength(2);
});

test('when a file is no CSV file, empty or too large, then the dialog shows the reason and sends nothing; a reason of the server is shown too', async () => {
  const { user, requests } = openAthletes([], {
    given: { [IMPORT]: () => errorResponse('RosterUnreadable', { message: 'CSVファイルに選手が1人も入っていません。' }) },
  });
  const dialog = await openDialog(user);
  for (const [file, reason] of [
    [csvFile('名簿.xlsx', 'PK'), 'CSVファイルを選んでください。Excelのファイルは、CSV形式で保存してから選んでください。'],
    [csvFile('空.csv', ''), 'ファイルが空です。'],
    [csvFile('大.csv', 'a'.repeat(700_001)), 'ファイルが大きすぎます。700KBまでのCSVファイルを選んでください。'],
  ] as const) {
    chooseFile(file);
    expect(await dialog.findByText(reason)).toBeVisible();
  }
  await expectAccessible();
  expect(requests(IMPORT)).toEqual([]);
  chooseFile(csvFile());
  expect(await dialog.findByText('CSVファイルに選手が1人も入っていません。')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'CSVファイルを選ぶ' })).toBeEnabled();
});

test('when a file is dropped, then its preview is shown; when it cannot be applied, then the reason is shown and it can be previewed again', async () => {
  const rows = [rosterRow(2), rosterRow(3)];
  const { user, respond, requests } = openAthletes([], { given: { [IMPORT]: previewOf(rows, { encoding: 'Shift_JIS' }) } });
  const dialog = await openDialog(user);
  fireEvent.drop(dialog.getByRole('region', { name: 'CSVファイルの選択' }), { dataTransfer: { files: [csvFile()] } });
  expect(await dialog.findByText('名簿.csv（Shift_JIS）')).toBeVisible();

  respond(IMPORT, networkFailure);
  const goOnline = goOffline();
  await user.click(dialog.getByRole('button', { name: '2人を取り込む' }));
  expect(await dialog.findByText(networkMessages.offline)).toBeVisible();
  goOnline();
  respond(IMPORT, () => errorResponse('RosterChanged'));
  await user.click(dialog.getByRole('button', { name: '2人を取り込む' }));
  expect(await dialog.findByText(errorCatalogue.RosterChanged.message)).toBeVisible();
  await expectAccessible();

  respond(IMPORT, previewOf([rosterRow(2, { action: 'update' }), rosterRow(3)], { fingerprint: 'print-2' }));
  await user.click(dialog.getByRole('button', { name: '内容を確認し直す' }));
  expect(await dialog.findByText('追加 1人 ・ 更新 1人 ・ 変更なし 0人 ・ 取り込めない行 0行')).toBeVisible();
  expect(dialog.queryByText(errorCatalogue.RosterChanged.message)).toBeNull();
  await user.click(dialog.getByRole('button', { name: '2人を取り込む' }));
  await expectToastAndClose(user, { title: '取り込みました', text: '1人を追加し、1人を更新しました。' });
  expect(requests(IMPORT).at(-1)?.body).toMatchObject({ apply: true, fingerprint: 'print-2' });
});

test('when nothing would change, then nothing can be applied; another file can be chosen', async () => {
  const { user } = openAthletes([], { given: { [IMPORT]: previewOf([rosterRow(2, { action: 'same' })]) } });
  const dialog = await openDialog(user);
  chooseFile(csvFile());
  expect(await dialog.findByText('追加 0人 ・ 更新 0人 ・ 変更なし 1人 ・ 取り込めない行 0行')).toBeVisible();
  expect(dialog.getByRole('button', { name: '0人を取り込む' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: '別のファイルを選ぶ' }));
  expect(await dialog.findByRole('button', { name: 'CSVファイルを選ぶ' })).toBeEnabled();
});

test('when only the keyboard is used, then a file can be imported, Escape closes the dialog, and the focus returns to its button', async () => {
  const { user } = openAthletes([], { given: { [IMPORT]: previewOf([rosterRow(2)]) } });
  await tabTo(user, await openButton());
  await user.keyboard('{Enter}');
  const dialog = await findDialog(TITLE);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'CSVファイルを選ぶ' })).toHaveFocus());
  const openChooser = jest.spyOn(fileInput(), 'click').mockReturnValue();
  await user.keyboard('{Enter}');
  expect(openChooser).toHaveBeenCalledTimes(1);
  chooseFile(csvFile());
  await tabTo(user, await dialog.findByRole('button', { name: '1人を取り込む' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('1人を追加し、0人を更新しました。')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  expect(await openButton()).toHaveFocus();
});

test('when the roster cannot be exported, then the reason is shown', async () => {
  const { user } = openAthletes([], { given: { [`GET ${ATHLETES}/export`]: networkFailure } });
  const goOnline = goOffline();
  await user.click(await screen.findByRole('button', { name: 'CSVで書き出す' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(networkMessages.offline);
  goOnline();
  await expectAccessible();
});
