import { expect, test } from '@jest/globals';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildDownloadLine, buildDownloadPage } from '../../src/testing/build-download-page.ts';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const PATH = '/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4e';
const PAGE = `GET /api${PATH}`;
const CLAIM = `POST /api${PATH}/12345678-01/claim`;
const EXPIRED_AT = '2026-01-01T00:00:00.000Z';

const second = buildDownloadLine({ id: '12345678-02', athleteNumber: '034', athleteName: null });
const SHOP = { 'GET /api/shop': () => json({ seller: buildReceipt().seller, isExample: false }) };
const responding = (page: ReturnType<typeof buildDownloadPage>) => ({ [PAGE]: () => json(page), ...SHOP });

const alertWith = async (text: string) => {
  const alert = (await screen.findByText(text)).closest<HTMLElement>('[role="alert"]');
  if (!alert) throw new Error(`${text} is not in an alert`);
  return alert;
};
const downloadButtons = () => screen.findAllByRole('button', { name: 'ダウンロード' });
const clickFirst = async ({ user }: ReturnType<typeof openPage>) => {
  const [button] = await downloadButtons();
  if (!button) throw new Error('The page has no download button');
  await user.click(button);
};
const expectNoNavigation = () => expect(window.location.pathname + window.location.hash).toBe(PATH);

test('when the thirty days end while the page is open, then a click shows the red notice and disables all buttons (customer 8.11)', async () => {
  const orders = [buildDownloadLine(), second];
  const page = openPage(PATH, responding(buildDownloadPage({ orders })));
  await downloadButtons();
  page.respond(CLAIM, () => errorResponse('DownloadPageExpired'));
  page.respond(PAGE, () => json(buildDownloadPage({ orders, expiresAt: EXPIRED_AT })));
  await clickFirst(page);
  const contact = await screen.findByText(/^まだダウンロードされていない動画がある場合は、/);
  const notice = contact.closest<HTMLElement>('[role="alert"]') ?? contact;
  expect(notice).toHaveTextContent(errorCatalogue.DownloadPageExpired.message);
  expect(within(notice).getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', '/contact');
  expect(within(notice).getByRole('link', { name: 'ご注文の照会' })).toHaveAttribute('href', '/order-lookup');
  expect(notice.getAttribute('style')).toContain('red');
  for (const button of await downloadButtons()) expect(button).toBeDisabled();
  expectNoNavigation();
  await expectAccessible();
});

test('when the page has expired, then it still shows the order, its receipt and its videos with disabled buttons (customer 2.36, 8.11)', async () => {
  openPage(PATH, responding(buildDownloadPage({ orders: [buildDownloadLine(), second], expiresAt: EXPIRED_AT })));
  const notice = await alertWith(errorCatalogue.DownloadPageExpired.message);
  expect(notice).not.toHaveTextContent('このブラウザでダウンロードを開始した動画');
  expect(screen.getByText('12345678')).toBeVisible();
  expect(screen.getByRole('link', { name: '領収書' })).toBeVisible();
  const buttons = await downloadButtons();
  expect(buttons).toHaveLength(2);
  for (const button of buttons) expect(button).toBeDisabled();
  expect(screen.queryByText('ダウンロードできます')).toBeNull();
  await expectAccessible();
});

test('when the page has expired after this browser has started a download, then only that download can be repeated (customer 2.36, 8.11)', async () => {
  const begun = buildDownloadLine({ state: 'claimed-here', claimExpiresAt: '2026-11-23T03:00:00.000Z' });
  const page = openPage(PATH, responding(buildDownloadPage({ orders: [begun, second], expiresAt: EXPIRED_AT })));
  expect(await screen.findByText(/^このブラウザでダウンロードを開始した動画は、/)).toBeVisible();
  expect(screen.getByText('このブラウザでは、2026年11月23日(月) 12:00までもう一度ダウンロードできます。')).toBeVisible();
  const [other, ...others] = await downloadButtons();
  expect(others).toEqual([]);
  expect(other).toBeDisabled();
  page.respond(CLAIM, () => json({ url: `${PATH}#video`, claimExpiresAt: begun.claimExpiresAt }));
  await page.user.click(screen.getByRole('button', { name: 'もう一度ダウンロード' }));
  await waitFor(() => expect(window.location.hash).toBe('#video'));
  expect(await screen.findByText(/^ダウンロードを開始しました。/)).toBeVisible();
  await expectAccessible();
});

test('when the page and the claim have both expired, then it still shows which video was downloaded', async () => {
  openPage(PATH, responding(buildDownloadPage({ orders: [buildDownloadLine({ state: 'used-up' }), second], expiresAt: EXPIRED_AT })));
  expect(await screen.findByText('ダウンロード済み')).toBeVisible();
  expect(screen.queryByText('ダウンロードできます')).toBeNull();
  for (const button of await downloadButtons()) expect(button).toBeDisabled();
  await expectAccessible();
});

test('when another browser has claimed the video first, then a click shows the error, and the page shows the new state', async () => {
  const page = openPage(PATH, responding(buildDownloadPage()));
  await downloadButtons();
  page.respond(CLAIM, () => errorResponse('DownloadClaimedElsewhere'));
  page.respond(PAGE, () => json(buildDownloadPage({ orders: [buildDownloadLine({ state: 'claimed-elsewhere' })] })));
  await clickFirst(page);
  expect(await alertWith('ダウンロードエラー')).toHaveTextContent(errorCatalogue.DownloadClaimedElsewhere.message);
  expect(await screen.findByText('別のブラウザで開始済み')).toBeVisible();
  // The note of that state has the same text and is not repeated.
  expect(screen.getAllByText(errorCatalogue.DownloadClaimedElsewhere.message)).toHaveLength(1);
  for (const button of await downloadButtons()) expect(button).toBeDisabled();
  expectNoNavigation();
  await expectAccessible();
});

test('when the browser rejects cookies, then a click explains what to do after a second attempt, and the video stays available', async () => {
  const page = openPage(PATH, responding(buildDownloadPage()));
  await downloadButtons();
  page.respond(CLAIM, () => errorResponse('DownloadCookiesNeeded'));
  await clickFirst(page);
  expect(await alertWith('ダウンロードエラー')).toHaveTextContent(errorCatalogue.DownloadCookiesNeeded.message);
  expect(page.requests(CLAIM)).toHaveLength(2);
  expect(screen.getByText('ダウンロードできます')).toBeVisible();
  for (const button of await downloadButtons()) await waitFor(() => expect(button).toBeEnabled());
  expectNoNavigation();
  await expectAccessible();
});

test.each(['DownloadRefunded', 'DownloadChargedBack'] as const satisfies ErrorCode[])(
  'when the response is %s, then a click shows the reason',
  async (code) => {
    const { message } = errorCatalogue[code];
    const page = openPage(PATH, responding(buildDownloadPage()));
    await downloadButtons();
    page.respond(CLAIM, () => errorResponse(code));
    page.respond(PAGE, () => errorResponse(code));
    await clickFirst(page);
    expect(await alertWith('ダウンロードエラー')).toHaveTextContent(message);
    expectNoNavigation();
  },
);

test('when the whole order is refunded, then the page shows only that its videos cannot be downloaded', async () => {
  openPage(PATH, { [PAGE]: () => errorResponse('DownloadRefunded') });
  const notice = await alertWith('ダウンロードできません');
  expect(notice).toHaveTextContent(errorCatalogue.DownloadRefunded.message);
  expect(within(notice).getByRole('link', { name: 'ご注文の照会' })).toHaveAttribute('href', '/order-lookup');
  expect(screen.queryByRole('button', { name: /ダウンロード/ })).toBeNull();
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull();
  await expectAccessible();
});
