import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { card, openOrders } from '../admin-orders/open-orders.tsx';

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
beforeEach(() => stubVideos(PORTRAIT));

const lines = [
  buildAdminLine({ orderNumber: '12345678-01' }),
  buildAdminLine({ orderNumber: '12345678-02', athleteNumber: '013' }),
  buildAdminLine({ orderNumber: '12345679-01' }),
];
const CERTAIN = '関東大会_ビキニ_012_縦.mp4';
const UNCLEAR = '関東大会_ビキニ_013.mp4';

const videoFile = (name: string) => new File([name], name, { type: 'video/mp4' });
const openBulkDelivery = async (files: readonly File[]) => {
  openOrders(lines);
  await card('12345679');
  // Some browsers let the user choose any file.
  const user = userEvent.setup({ delay: null, applyAccept: false });
  await user.click(screen.getByRole('button', { name: '一括納品' }));
  const dialog = within(await screen.findByRole('dialog', { name: '一括納品' }));
  const input = dialog.getByRole('button', { name: 'ファイルを選ぶ' }).parentElement?.querySelector('input[type=file]');
  await user.upload(input as HTMLInputElement, [...files]);
  return {
    user,
    dialog,
    row: async (lineId: string) => within((await dialog.findByText(lineId)).closest('tr') as HTMLElement),
    fileOf: (lineId: string) => dialog.findByRole('combobox', { name: `${lineId} の動画ファイル` }),
    confirm: (count: number) => dialog.findByRole('button', { name: `${count}件の注文を納品してメールを送信` }),
  };
};

test('when files are chosen, then certain matches are selected, and unclear, surplus and refused files are named', async () => {
  const memo = new File(['no video'], 'memo.txt', { type: 'text/plain' });
  const bulk = await openBulkDelivery([videoFile(CERTAIN), videoFile(UNCLEAR), videoFile('余り_999_縦.mp4'), memo]);
  expect(await bulk.dialog.findByText('memo.txt（動画ではありません）')).toBeVisible();
  expect(bulk.dialog.getByText('注文が見つからないファイル（納品されません）').closest('[role="alert"]')).toHaveTextContent(
    '余り_999_縦.mp4',
  );
  for (const lineId of ['12345678-01', '12345679-01']) {
    expect((await bulk.row(lineId)).getByText('確実')).toBeVisible();
    expect(await bulk.fileOf(lineId)).toHaveDisplayValue(CERTAIN);
  }
  const unclear = await bulk.row('12345678-02');
  expect(unclear.getByText('要確認')).toBeVisible();
  expect(unclear.getByText('縦・横が確認できません')).toBeVisible();
  expect(await bulk.fileOf('12345678-02')).toHaveDisplayValue('選択しない');
  expect(bulk.dialog.getByText('動画がそろっていないため、次の注文は今回は納品されません：12345678')).toBeVisible();
  await waitFor(async () => expect(await bulk.confirm(1)).toBeEnabled());
  await expectAccessible();

  await bulk.user.selectOptions(await bulk.fileOf('12345678-02'), UNCLEAR);
  expect(await bulk.confirm(2)).toBeEnabled();
  await bulk.user.selectOptions(await bulk.fileOf('12345678-02'), '選択しない');
  await bulk.user.selectOptions(await bulk.fileOf('12345679-01'), '選択しない');
  expect(await bulk.confirm(0)).toBeDisabled();
});

test('when a video with the wrong orientation is chosen, then its match is unclear, and choosing it shows the warning', async () => {
  stubVideos(LANDSCAPE);
  const bulk = await openBulkDelivery([videoFile(CERTAIN)]);
  const row = await bulk.row('12345679-01');
  expect(await row.findByText('要確認')).toBeVisible();
  expect(row.getByText('動画の向きと長さを確認してください')).toBeVisible();
  expect(await bulk.fileOf('12345679-01')).toHaveDisplayValue('選択しない');
  await bulk.user.selectOptions(await bulk.fileOf('12345679-01'), CERTAIN);
  expect(await row.findByText('この注文は縦動画ですが、選択した動画は横向きです。')).toBeVisible();
  await expectAccessible();
});
