import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildDownloadLine, buildDownloadPage } from '../../src/testing/build-download-page.ts';
import { errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const PATH = '/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4e';
const PAGE = `GET /api${PATH}`;
const CLAIM = `POST /api${PATH}/12345678-01/claim`;

const CLAIMED_HERE = { state: 'claimed-here', claimExpiresAt: '2026-11-23T03:00:00.000Z' } as const;
const STARTED = 'ダウンロードを開始しました。';
const UNTIL = 'このブラウザでは、2026年11月23日(月) 12:00までもう一度ダウンロードできます。';

/** jsdom opens no other address, so the video's address is a part of this page. */
const claimed = () => json({ url: `${PATH}#video`, claimExpiresAt: CLAIMED_HERE.claimExpiresAt });
const openDownloads = (...lines: ReturnType<typeof buildDownloadLine>[]) =>
  openPage(PATH, { [PAGE]: () => json(buildDownloadPage({ orders: lines })) });

const downloadButtons = () => screen.findAllByRole('button', { name: 'ダウンロード' });
const againButton = () => screen.findByRole('button', { name: 'もう一度ダウンロード' });
const video = async (athlete: string) => screen.findByRole('listitem', { name: athlete });

test('when it is open, then it shows the order, its times and each video with a button, and external videos have no preview', async () => {
  openDownloads(
    buildDownloadLine(),
    buildDownloadLine({ id: '12345678-02', category: 'ビキニ', athleteNumber: '034', athleteName: null, style: '横動画', price: 3500 }),
  );
  expect(await downloadButtons()).toHaveLength(2);
  expect(screen.getByRole('heading', { level: 1, name: '動画のダウンロード' })).toBeVisible();
  const facts = [...document.querySelectorAll('main dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['注文番号', '12345678'],
    ['作成日時', '2026年11月22日(日) 10:30'],
    ['有効期限', '2126年12月22日(日) 10:30'],
  ]);
  const shown = [
    { athlete: '012 佐藤 美咲', texts: ['春の大会', '一般 ／ 縦動画', '¥5,000'] },
    { athlete: '034', texts: ['春の大会', 'ビキニ ／ 横動画', '¥3,500'] },
  ];
  for (const { athlete, texts } of shown) {
    const item = await video(athlete);
    for (const text of [...texts, 'ダウンロードできます']) expect(item).toHaveTextContent(text);
    expect(within(item).getByRole('button', { name: 'ダウンロード' })).toHaveAccessibleDescription(athlete);
  }
  expect(document.querySelector('video')).toBeNull();
  expect(screen.queryByRole('button', { name: /プレビューを再生$/ })).toBeNull();
  expect(screen.getByRole('link', { name: '領収書' })).toHaveAttribute('href', `${PATH}/receipt`);
  await expectAccessible();
});

test('when the shop makes a preview of its stored video, then the page shows the size and announces the preview', async () => {
  openDownloads(buildDownloadLine({ size: 1_240_000_000, isPreviewComing: true }));
  expect(await screen.findByText('ファイルサイズ：約1.2GB')).toBeVisible();
  expect(
    screen.getByText('プレビューを準備しています。できあがると、ここに表示されます。動画はプレビューを待たずにダウンロードできます。'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /プレビューを再生$/ })).toBeNull();
  for (const button of await downloadButtons()) expect(button).toBeEnabled();
  await expectAccessible();
});

test('when the preview is made, then it can be played and does not count as a download', async () => {
  const { user } = openDownloads(buildDownloadLine({ size: 1_240_000_000, previewUrl: '/previews/1.mp4' }));
  await user.click(await screen.findByRole('button', { name: '012 縦動画のプレビューを再生' }));
  expect(document.querySelector('video')).toHaveAttribute('src', '/previews/1.mp4');
  expect(screen.getByText('ダウンロードできます')).toBeVisible();
  await expectAccessible();
});

test('when only the keyboard is used, then Enter downloads the video, and Enter again repeats the download', async () => {
  const page = openDownloads(buildDownloadLine());
  const [button] = await downloadButtons();
  page.respond(CLAIM, claimed);
  page.respond(PAGE, () => json(buildDownloadPage({ orders: [buildDownloadLine(CLAIMED_HERE)] })));
  screen.getByRole('link', { name: '領収書' }).focus();
  await page.user.tab();
  expect(button).toHaveFocus();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#video'));
  await waitFor(async () => expect(await againButton()).toHaveFocus());
  expect(await screen.findByText('ダウンロード開始済み')).toBeVisible();
  expect(screen.getByText(UNTIL)).toBeVisible();
  expect(within(await video('012 佐藤 美咲')).getByRole('status')).toHaveTextContent(STARTED);
  await expectAccessible();

  window.location.hash = '';
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#video'));
  expect(page.requests(CLAIM)).toHaveLength(2);
});

test('when a video was claimed by another browser or was downloaded before, then its button is disabled, and the others are not', async () => {
  openDownloads(
    buildDownloadLine({ athleteNumber: '001', athleteName: null, state: 'claimed-elsewhere' }),
    buildDownloadLine({ id: '12345678-02', athleteNumber: '002', athleteName: null, state: 'used-up' }),
    buildDownloadLine({ id: '12345678-03', athleteNumber: '003', athleteName: null }),
  );
  const elsewhere = within(await video('001'));
  expect(elsewhere.getByText('別のブラウザで開始済み')).toBeVisible();
  expect(elsewhere.getByText(/^この動画は別のブラウザでダウンロードを開始済みです。/)).toBeVisible();
  const usedUp = within(await video('002'));
  expect(usedUp.getByText('ダウンロード済み')).toBeVisible();
  expect(usedUp.getByText('この動画はダウンロード済みです（ダウンロードは1回限りです）。')).toBeVisible();
  const [first, second, third] = await downloadButtons();
  expect(first).toBeDisabled();
  expect(second).toBeDisabled();
  expect(third).toBeEnabled();
  await expectAccessible();
});

test('when the browser has lost its cookies, then the claim is sent once more with the new cookie, and the download starts', async () => {
  const page = openDownloads(buildDownloadLine());
  const [button] = await downloadButtons();
  page.respond(CLAIM, () => (page.requests(CLAIM).length === 1 ? errorResponse('DownloadCookiesNeeded') : claimed()));
  await page.user.click(button as HTMLElement);
  await waitFor(() => expect(window.location.hash).toBe('#video'));
  expect(page.requests(CLAIM)).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});
