import { beforeEach, expect, jest, test } from '@jest/globals';
import type { AdminLine, Athlete } from '@stagereel/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lineVideos } from '../../src/components/admin-order/order-workspace.ts';
import { forgetAdminDrafts } from '../../src/lib/admin-drafts.ts';
import { announceSessionExpiry } from '../../src/lib/session-expiry.ts';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { errorResponse, expectAccessible, json, type Responder } from '../../src/testing/open-page.tsx';
import { card, openOrders, orderList } from '../admin-orders/open-orders.tsx';

const PORTRAIT = { width: 180, height: 320 };
const LANDSCAPE = { width: 320, height: 180 };

/** jsdom plays no videos and has no layout: every chosen video has these dimensions, and the table has room for its rows. */
const stubVideos = ({ width, height }: { width: number; height: number }): void => {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(width);
  jest.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(height);
  jest.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(2);
  jest.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    setTimeout(() => this.onloadedmetadata?.(new Event('loadedmetadata')));
  });
};
beforeEach(() => {
  stubVideos(PORTRAIT);
  forgetAdminDrafts();
});

const lines = [
  buildAdminLine({ orderNumber: '12345678-01' }),
  buildAdminLine({ orderNumber: '12345678-02', athleteNumber: '013', athleteName: '鈴木 花' }),
  buildAdminLine({ orderNumber: '12345679-01' }),
];
const CERTAIN = '関東大会_ビキニ_012_縦.mp4';

/** The athletes of these lines, as the contest has them registered. */
const registered = (all: readonly AdminLine[]): Partial<Athlete>[] =>
  [...new Map(all.map((line) => [line.athleteNumber, line])).values()].map(({ category, athleteNumber, athleteName }) => ({
    category,
    athleteNumber,
    name: athleteName,
    isDeleted: false,
  }));

const videoFile = (name: string) => new File([name], name, { type: 'video/mp4' });
const openDialog = async (given: Record<string, Responder> = {}) => {
  openOrders(lines, { given: { 'GET /api/contests/c1/athletes': () => json(registered(lines)), ...given } });
  await card('12345679');
  // Some browsers let the user choose any file.
  const user = userEvent.setup({ delay: null, applyAccept: false });
  await user.click(screen.getByRole('button', { name: '一括納品' }));
  const dialog = within(await screen.findByRole('dialog', { name: '一括納品' }));
  return {
    user,
    dialog,
    upload: async (files: readonly File[]) => {
      const input = dialog.getByRole('button', { name: 'ファイルを選ぶ' }).parentElement?.querySelector('input[type=file]');
      await user.upload(input as HTMLInputElement, [...files]);
    },
    row: async (name: string) => within((await dialog.findByText(name)).closest('tr') as HTMLElement),
    heading: (name: string | RegExp) => dialog.findByRole('rowheader', { name }),
    confirm: (count: number) => dialog.findByRole('button', { name: `${count}件の注文を納品してメールを送信` }),
  };
};

test('when files are chosen, then certain ones are matched, others are assigned by hand, and refused ones are named', async () => {
  const memo = new File(['no video'], 'memo.txt', { type: 'text/plain' });
  const bulk = await openDialog();
  await bulk.upload([videoFile(CERTAIN), videoFile('余り_999_縦.mp4'), memo]);
  expect(await bulk.dialog.findByText('memo.txt（動画ではありません）')).toBeVisible();
  expect(await bulk.heading(/^確実 1件/)).toBeVisible();
  // Two customers ordered the same video.
  expect(await (await bulk.row(CERTAIN)).findByText(/12345679-01、12345678-01/)).toBeVisible();
  expect(await bulk.heading(/^該当なし 1件.*指定しないものは納品されません。$/)).toBeVisible();
  expect(bulk.dialog.getByText('動画がそろっていないため、次の注文は今回は納品されません：12345678')).toBeVisible();
  await waitFor(async () => expect(await bulk.confirm(1)).toBeEnabled());
  await expectAccessible();

  const { user, dialog } = bulk;
  await user.click(dialog.getByRole('button', { name: '余り_999_縦.mp4 の注文を選ぶ' }));
  await user.type(await dialog.findByRole('combobox', { name: '余り_999_縦.mp4 の注文' }), '鈴木');
  await expectAccessible();
  await user.click(await screen.findByRole('option', { name: /^013\s鈴木 花/, hidden: true }));
  expect(await bulk.confirm(2)).toBeEnabled();
  expect(dialog.getByRole('region', { name: '動画と注文の照合結果' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: `${CERTAIN} の注文を選ぶ` }));
  await user.click(await screen.findByRole('option', { name: '納品しない', hidden: true }));
  expect(await bulk.confirm(0)).toBeDisabled();
});

test('when a video has the wrong orientation, then its row says so, and it is accepted alone', async () => {
  stubVideos(LANDSCAPE);
  const bulk = await openDialog();
  await bulk.upload([videoFile(CERTAIN)]);
  expect(await bulk.heading(/^要確認 1件/)).toBeVisible();
  expect(await bulk.confirm(0)).toBeDisabled();
  const wrong = await bulk.row(CERTAIN);
  expect(wrong.getByText('この注文は縦動画ですが、選択した動画は横向きです。')).toBeVisible();
  expect(bulk.dialog.queryByRole('button', { name: /承認$/ })).toBeNull();
  await bulk.user.click(wrong.getByRole('button', { name: /^012.*縦動画.*ビキニ$/ }));
  expect(await (await bulk.row(CERTAIN)).findByText('この注文は縦動画ですが、選択した動画は横向きです。')).toBeVisible();
  expect(await bulk.confirm(1)).toBeEnabled();
  await expectAccessible();
});

test('when number and name are of two athletes, then no click on a group accepts the file, and its row says why', async () => {
  const bulk = await openDialog();
  await bulk.upload([videoFile('No.012 鈴木花様 縦.mp4'), videoFile('013_予選_縦.mp4')]);
  expect(await bulk.heading(/^要確認 1件.*注文の内容と食い違う動画です。1件ずつ確認してください。$/)).toBeVisible();
  const contradictory = await bulk.row('No.012 鈴木花様 縦.mp4');
  expect(contradictory.getByText('番号・名前・カテゴリ・大会の組み合わせが登録と一致しません。')).toBeVisible();
  await bulk.user.click(await bulk.dialog.findByRole('button', { name: '1件をまとめて承認' }));
  expect(await bulk.heading(/^確実 1件/)).toBeVisible();
  await bulk.user.click(contradictory.getByRole('button', { name: /^012/ }));
  const chosen = await bulk.row('No.012 鈴木花様 縦.mp4');
  expect(await chosen.findByText(/^選手名「鈴木花」は、この注文の選手「012 .*」と違います。$/)).toBeVisible();
  await expectAccessible();
});

test('when a folder names a contest without open orders, then lines of other contests are no candidates', async () => {
  const contests = [buildContest({ id: 'c2', name: '多摩フィットネスカップ 2026' })];
  const bulk = await openDialog({ 'GET /api/contests': () => json(contests) });
  const file = videoFile('012_縦.mp4');
  Object.defineProperty(file, 'webkitRelativePath', { value: '多摩フィットネスカップ/012_縦.mp4' });
  await bulk.upload([file]);
  expect(await bulk.heading(/^該当なし 1件/)).toBeVisible();
  expect((await bulk.row('多摩フィットネスカップ/012_縦.mp4')).queryByRole('button', { name: /^012/ })).toBeNull();
});

test('when candidates differ in category or contest, then each says its own', async () => {
  const given = [
    buildAdminLine({ orderNumber: '12345678-01' }),
    buildAdminLine({ orderNumber: '12345679-01', category: 'マスターズ' }),
    buildAdminLine({ orderNumber: '12345680-01', contestId: 'c2', contestName: '横浜カップ' }),
  ];
  const bulk = await openDialog({
    'GET /api/orders': orderList(given),
    'GET /api/contests/c2/athletes': () => json(registered(given.slice(2))),
  });
  await bulk.upload([videoFile('012_縦.mp4')]);
  const row = await bulk.row('012_縦.mp4');
  const names = (await row.findAllByRole('button', { name: /縦動画/ })).map(({ textContent }) => textContent);
  expect(names).toHaveLength(3);
  expect(names.map((name) => name?.split('縦動画').at(-1)).sort()).toEqual(
    given.map(({ contestName, category }) => `${contestName}・${category}`).sort(),
  );
});

const URL_OF_013 = 'https://videos.example.com/13';

test('when a list is pasted, then its rows are shown with their reasons; what fails is named and tried again with one click', async () => {
  const deliveries: unknown[] = [];
  const bulk = await openDialog({
    'POST /api/orders/12345678/deliver': ({ body }) => {
      deliveries.push(body);
      return deliveries.length === 1
        ? json({ code: 'Internal', message: 'サーバーで問題が起きました。' }, { status: 500 })
        : json({ customerEmailSent: true });
    },
  });
  const { user, dialog } = bulk;
  await user.click(dialog.getByRole('tab', { name: 'URLの一覧（CSV）' }));
  const field = dialog.getByRole('textbox', { name: /^ゼッケン番号とURLの一覧/ });
  await user.type(field, '番号のみ');
  await user.click(dialog.getByRole('button', { name: '一覧を確認' }));
  expect(await dialog.findByText(/^URLの列が見つかりません。/)).toBeVisible();
  await expectAccessible();

  const shared = 'https://videos.example.com/all';
  const list = `12345678-01\t012\t縦\t${shared}\n\t013\t縦\t${shared}\n\t999\t縦\t${URL_OF_013}`;
  fireEvent.change(field, { target: { value: list } });
  await user.click(dialog.getByRole('button', { name: '一覧を確認' }));
  expect(await bulk.heading(/^要確認 2件.*同じURLが、別の動画にも使われています。/)).toBeVisible();
  expect(await bulk.heading(/^該当なし 1件.*一致する未対応の注文/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '2件をまとめて承認' }));
  // The order number in the first row leaves out the other customer who ordered the same video.
  await user.click(await bulk.confirm(1));
  expect(await dialog.findByText('1件の注文は納品できませんでした')).toBeVisible();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: '残りの1件をもう一度試す' }));
  expect(await dialog.findByText('1件の注文を納品しました。')).toBeVisible();
  const downloadUrls = { '12345678-01': shared, '12345678-02': shared };
  expect(deliveries).toEqual([{ downloadUrls }, { downloadUrls }]);
  // One row was not used.
  expect(dialog.getByRole('textbox', { name: /^ゼッケン番号とURLの一覧/ })).toHaveValue(list);
});

const pasteList = async ({ user, dialog }: Awaited<ReturnType<typeof openDialog>>, text: string): Promise<void> => {
  await user.click(dialog.getByRole('tab', { name: 'URLの一覧（CSV）' }));
  await user.click(dialog.getByRole('textbox', { name: /^ゼッケン番号とURLの一覧/ }));
  await user.paste(text);
};

test('when another question of a row hides that its URL is used twice, then nothing is sent until the admin confirms it', async () => {
  const deliveries: unknown[] = [];
  const bulk = await openDialog({
    'POST /api/orders/12345678/deliver': ({ body }) => {
      deliveries.push(body);
      return json({ customerEmailSent: true });
    },
  });
  const shared = 'https://videos.example.com/all';
  lineVideos.setUrls({ '12345678-02': shared });
  await pasteList(bulk, `12345678-01,012,縦,https://videos.example.com/12`);
  expect(await bulk.dialog.findByText(/^12345678-02.*013/)).toHaveTextContent(shared);
  await bulk.user.click(bulk.dialog.getByRole('button', { name: '選び直す' }));
  lineVideos.setUrls({ '12345678-02': '' });
  await bulk.user.clear(bulk.dialog.getByRole('textbox', { name: /^ゼッケン番号とURLの一覧/ }));
  await pasteList(bulk, `12345678-01,012,縦,${shared}\n013,${shared}`);
  expect(await bulk.heading(/^要確認 1件.*縦・横がわかりません/)).toBeVisible();
  for (const button of bulk.dialog.getAllByRole('button', { name: '1件をまとめて承認' })) await bulk.user.click(button);
  await bulk.user.click(await bulk.confirm(1));
  const question = await screen.findByRole('dialog', { name: '同じURLが、別の動画にも使われています' });
  expect(question).toHaveTextContent(/12345678-02.*013.*12345678-01.*012/);
  expect(deliveries).toEqual([]);
  await bulk.user.click(within(question).getByRole('button', { name: 'このまま納品する' }));
  expect(await bulk.dialog.findByText('1件の注文を納品しました。')).toBeVisible();
  expect(deliveries).toEqual([{ downloadUrls: { '12345678-01': shared, '12345678-02': shared } }]);
});

test('when the session ends during the review, then the admin signs in there, and the review goes on', async () => {
  const bulk = await openDialog({ 'POST /api/admin/login': () => json({ requiresTwoFactor: false, redirectTo: '/admin' }) });
  await pasteList(bulk, `12345679-01,012,縦,${URL_OF_013}`);
  await bulk.confirm(1);
  act(() => announceSessionExpiry());
  expect(await bulk.dialog.findByText('ログインの有効期限が切れました')).toBeVisible();
  await bulk.user.type(bulk.dialog.getByLabelText(/^パスワード/, { selector: 'input' }), 'Secret-Password-1');
  await bulk.user.click(bulk.dialog.getByRole('button', { name: 'ログイン' }));
  await waitFor(() => expect(bulk.dialog.queryByText('ログインの有効期限が切れました')).toBeNull());
  expect(await bulk.confirm(1)).toBeEnabled();
});

test('when a bulk delivery was interrupted, then it is continued without its list, and it waits for the sign-in when the session ends', async () => {
  const answers = [
    json({ code: 'Internal', message: 'サーバーで問題が起きました。' }, { status: 500 }),
    errorResponse('Unauthorized'),
    json({ customerEmailSent: true }),
  ];
  const bulk = await openDialog({
    'POST /api/orders/12345679/deliver': () => answers.shift() ?? errorResponse('Unauthorized'),
    'POST /api/admin/login': () => json({ requiresTwoFactor: false, redirectTo: '/admin' }),
  });
  const { user, dialog } = bulk;
  await pasteList(bulk, `012,縦,${URL_OF_013}\n`);
  await user.click(await bulk.confirm(1));
  expect(await dialog.findByText('1件の注文は納品できませんでした')).toBeVisible();
  // The next list is reviewed alone: what the first one left is not delivered with it.
  await pasteList(bulk, `999,縦,${URL_OF_013}\n`);
  expect(await bulk.heading(/^該当なし 1件/)).toBeVisible();
  expect(await bulk.confirm(0)).toBeDisabled();
  await user.click(await dialog.findByRole('button', { name: '選び直す' }));
  expect(await dialog.findByText('前回の一括納品の続きがあります（1件の注文）')).toBeVisible();
  expect(dialog.getByText(/12345679-01.*012/)).toHaveTextContent(URL_OF_013);
  await expectAccessible();

  await user.click(dialog.getByRole('button', { name: '動画がそろった1件の注文を納品' }));
  expect(await dialog.findByText('ログインの有効期限が切れたため、一括納品を一時停止しています')).toBeVisible();
  await expectAccessible();
  await user.type(dialog.getByLabelText(/^パスワード/, { selector: 'input' }), 'Secret-Password-1');
  await user.click(dialog.getByRole('button', { name: 'ログイン' }));
  expect(await dialog.findByText('1件の注文を納品しました。')).toBeVisible();
  expect(dialog.queryByText(/一時停止/)).toBeNull();
  expect(answers).toEqual([]);
});

test('when the URL typed on a card was delivered for another video, then nothing is sent until the admin confirms it', async () => {
  const shared = 'https://videos.example.com/2';
  const other = buildAdminLine({ orderNumber: '87654321-01', athleteNumber: '013', videoDownloadUrl: shared, status: '納品済み' });
  const DELIVER = 'POST /api/orders/12345678/deliver';
  const page = openOrders([buildAdminLine(), other], { given: { [DELIVER]: () => json({ customerEmailSent: true }) } });
  await page.user.click(await screen.findByLabelText('12345678-01 の動画ダウンロードURL'));
  await page.user.paste(shared);
  await page.user.click(within(await card('12345678')).getByRole('button', { name: '納品' }));
  const question = await screen.findByRole('dialog', { name: '同じURLが、別の動画にも使われています' });
  expect(question).toHaveTextContent(/12345678-01.*012.*87654321-01.*013/);
  await expectAccessible();
  expect(page.requests(DELIVER)).toEqual([]);
  await page.user.click(within(question).getByRole('button', { name: 'このまま納品する' }));
  await waitFor(() => expect(page.requests(DELIVER)).toHaveLength(1));
});
