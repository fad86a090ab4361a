import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildDownloadLine, buildDownloadPage } from '../../src/testing/build-download-page.ts';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const PATH = '/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4e';
const PAGE = `GET /api${PATH}`;
const CLAIM = `POST /api${PATH}/12345678-01/claim`;

const CLAIMED_HERE = { state: 'claimed-here', claimExpiresAt: '2026-11-23T03:00:00.000Z' } as const;
const STARTED = 'ダウンロードを開始しました。';
const UNTIL = 'このブラウザでは、2026年11月23日(月) 12:00までもう一度ダウンロードできます。';

/** jsdom opens no other address, so the video's address is a part of this page. */
const claimed = () => json({ url: `${PATH}#video`, claimExpiresAt: CLAIMED_HERE.claimExpiresAt });
/** What the page uses of the shop's details. */
const SHOP = { 'GET /api/shop': () => json({ seller: buildReceipt().seller, isExample: false }) };
const openDownloads = (...lines: ReturnType<typeof buildDownloadLine>[]) =>
  openPage(PATH, { [PAGE]: () => json(buildDownloadPage({ orders: lines })), ...SHOP });

const downloadButtons = () => screen.findAllByRole('button', { name: 'ダウンロード' });
const againButton = () => screen.findByRole('button', { name: 'もう一度ダウンロード' });
const video = async (athlete: string) => screen.findByRole('listitem', { name: athlete });

test('when it is open, then it shows the order, its times and each video with a button, and external videos have no preview (customer 2.35)', async () => {
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
  expect(screen.getAllByText('ダウンロードは1回限りです。開始から24時間は、同じ端末の同じブラウザで、もう一度受け取れます。')).toHaveLength(
    2,
  );
  expect(screen.getByRole('link', { name: '領収書' })).toHaveAttribute('href', `${PATH}/receipt`);
  await expectAccessible();
});

test.each([
  [false, '2026年11月26日(木)までにお届けする予定です。'],
  [true, 'お届け予定日（2026年11月26日(木)）を過ぎており、お待たせして誠に申し訳ございません。'],
])('when other videos of the order follow, late: %s, then the page names them and says when, without a button', async (isLate, text) => {
  const { contestName, category, athleteName, style, price } = buildDownloadLine({ style: '横動画' });
  const follower = { id: '12345678-02', contestName, category, athleteNumber: '034', athleteName, style, price };
  const following = { lines: [follower], promisedBy: '2026-11-26T03:00:00.000Z', isLate };
  openPage(PATH, { [PAGE]: () => json(buildDownloadPage({ following })), ...SHOP });
  expect(await downloadButtons()).toHaveLength(1);
  const section = screen.getByRole('region', { name: 'あとからお届けする動画' });
  expect(section).toHaveTextContent('034 佐藤 美咲春の大会一般 ／ 横動画');
  expect(section).toHaveTextContent(text);
  await expectAccessible();
});

test('when the shop makes a preview of its stored video, then the page shows the size and announces the preview (customer 2.37)', async () => {
  openDownloads(buildDownloadLine({ size: 1_240_000_000, isPreviewComing: true }));
  expect(await screen.findByText('ファイルサイズ：約1.2GB')).toBeVisible();
  expect(
    screen.getByText('プレビューを準備しています。できあがると、ここに表示されます。動画はプレビューを待たずにダウンロードできます。'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /プレビューを再生$/ })).toBeNull();
  for (const button of await downloadButtons()) expect(button).toBeEnabled();
  await expectAccessible();
});

test('when the preview is made, then it can be played and does not count as a download (customer 2.37)', async () => {
  const stored = { size: 1_240_000_000, previewUrl: '/previews/1.mp4', posterUrl: '/previews/1.jpg', width: 1080, height: 1440 };
  const { user } = openDownloads(buildDownloadLine(stored));
  const play = await screen.findByRole('button', { name: '012 縦動画のプレビューを再生' });
  expect(play.querySelector('img')).toHaveAttribute('src', '/previews/1.jpg');
  expect(play.parentElement).toHaveStyle({ aspectRatio: '1080 / 1440' });
  // The still is above the button.
  const [button] = await downloadButtons();
  expect(play.compareDocumentPosition(button as HTMLElement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(play);
  expect(document.querySelector('video')).toHaveAttribute('src', '/previews/1.mp4');
  expect(screen.getByText('ダウンロードできます')).toBeVisible();
  await expectAccessible();
});

test('when only the keyboard is used, then Enter downloads the video, and Enter again repeats the download', async () => {
  const page = openDownloads(buildDownloadLine());
  const [button] = await downloadButtons();
  page.respond(CLAIM, claimed);
  page.respond(PAGE, () => json(buildDownloadPage({ orders: [buildDownloadLine(CLAIMED_HERE)] })));
  await page.user.tab();
  while (document.activeElement !== button && document.activeElement !== document.body) await page.user.tab();
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
  for (const item of [elsewhere, usedUp]) expect(item.getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', '/contact');
  const [first, second, third] = await downloadButtons();
  expect(first).toBeDisabled();
  expect(second).toBeDisabled();
  expect(third).toBeEnabled();
  await expectAccessible();
});

test('when the video was sent twice, then a click says so instead of leaving the page, and offers a mail with the order number', async () => {
  const page = openDownloads(buildDownloadLine(CLAIMED_HERE));
  page.respond(CLAIM, () => json({ url: `${PATH}#video`, claimExpiresAt: CLAIMED_HERE.claimExpiresAt, wasSentTwice: true }));
  await againButton();
  page.respond(PAGE, () => json(buildDownloadPage({ orders: [buildDownloadLine({ state: 'used-up', wasSentTwice: true })] })));
  await page.user.click(await againButton());
  expect(
    await screen.findByText(/^この動画は、お送りできるデータ量（2回分）の上限に達したため、最初からのダウンロードはできません。/),
  ).toBeVisible();
  expect(screen.queryByText(new RegExp(`^${STARTED}`))).toBeNull();
  expect(window.location.hash).toBe('');
  for (const button of await downloadButtons()) expect(button).toBeDisabled();
  const help = await screen.findByRole('link', { name: 'メールで相談する' });
  expect(decodeURIComponent(help.getAttribute('href') ?? '')).toContain('注文番号：12345678');
  expect(within(await video('012 佐藤 美咲')).getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', '/contact');
  await expectAccessible();
});

test('when the page is opened on an iPhone, then the hint how to keep the video comes first and is open; elsewhere the hints are closed', async () => {
  const agent = jest.spyOn(window.navigator, 'userAgent', 'get');
  agent.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15');
  openDownloads(buildDownloadLine());
  expect(await screen.findByText(/「ビデオを保存」を選ぶと/)).toBeVisible();
  const titles = () => [...document.querySelectorAll('details')].map(({ textContent, open }) => [textContent?.slice(0, 6), open]);
  expect(titles()).toEqual([
    ['iPhone', true],
    ['Androi', false],
    ['別の端末で受', false],
  ]);
  await expectAccessible();
});

test('when the page is opened on a computer, then the hints and the QR code are closed, and a click opens them', async () => {
  const { user } = openDownloads(buildDownloadLine());
  const qrCode = () => document.querySelector('svg[aria-label="このページを開くQRコード"]');
  await downloadButtons();
  expect(screen.getByText(/「ビデオを保存」を選ぶと/)).not.toBeVisible();
  expect(qrCode()).not.toBeVisible();
  await user.click(screen.getByText('別の端末で受け取る（QRコード）'));
  expect(qrCode()).toBeVisible();
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
