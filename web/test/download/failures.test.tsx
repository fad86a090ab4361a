import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildDownloadPage } from '../../src/testing/build-download-page.ts';
import { errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const PATH = '/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4e';
const PAGE = `GET /api${PATH}`;
const CLAIM = `POST /api${PATH}/12345678-01/claim`;

const downloadButton = () => screen.findByRole('button', { name: 'ダウンロード' });

test.each([
  { path: PATH, code: 'DownloadPageNotFound' },
  { path: '/download/x', code: 'ValidationFailed' },
  { path: '/download/%3Cb%3E', code: 'ValidationFailed' },
] as const)('when $path does not exist, then an error card shows that, without a retry (customer 2.36)', async ({ path, code }) => {
  openPage(path, { [`GET /api${path}`]: () => errorResponse(code) });
  expect(await screen.findByRole('alert')).toHaveTextContent(errorCatalogue.DownloadPageNotFound.message);
  expect(screen.getByRole('heading', { level: 1, name: '動画のダウンロード' })).toBeVisible();
  expect(within(screen.getByRole('alert')).getByRole('link', { name: 'ご注文の照会' })).toHaveAttribute('href', '/order-lookup');
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'ダウンロード' })).toBeNull();
  await expectAccessible();
});

test('when the shop is slow, then the page shows that it is loading', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  openPage(PATH, {
    [PAGE]: async () => {
      await slow;
      return json(buildDownloadPage());
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: '動画のダウンロード' })).toBeVisible();
  expect(screen.getByText('読み込み中...')).toBeVisible();
  await expectAccessible();
  release();
  expect(await downloadButton()).toBeEnabled();
  expect(screen.queryByText('読み込み中...')).toBeNull();
});

test('when the page cannot be loaded, then retry makes the download possible', async () => {
  const page = openPage(PATH, { [PAGE]: () => errorResponse('BadGateway') });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'ダウンロードページを読み込めませんでしたサービスに接続できませんでした。しばらくしてからもう一度お試しください。',
  );
  await expectAccessible();
  page.respond(PAGE, () => json(buildDownloadPage()));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await downloadButton()).toBeEnabled();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  { what: 'the shop is unavailable', failure: () => errorResponse('BadGateway'), text: errorCatalogue.BadGateway.message },
  {
    what: 'the connection is lost',
    failure: networkFailure,
    text: 'サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。',
  },
])(
  'when $what during a click, then the page shows the error and keeps the video, and another click downloads it (customer 8.11)',
  async (given) => {
    const page = openPage(PATH, { [PAGE]: () => json(buildDownloadPage()) });
    await downloadButton();
    page.respond(CLAIM, given.failure);
    page.respond(PAGE, given.failure);
    await page.user.click(await downloadButton());
    const title = await screen.findByText('ダウンロードエラー');
    expect(title.closest('[role="alert"]')).toHaveTextContent(given.text);
    expect(window.location.hash).toBe('');
    await expectAccessible();

    page.respond(PAGE, () => json(buildDownloadPage()));
    page.respond(CLAIM, () => json({ url: `${PATH}#video`, claimExpiresAt: '2026-11-23T03:00:00.000Z' }));
    await page.user.click(await downloadButton());
    await waitFor(() => expect(window.location.hash).toBe('#video'));
    await waitFor(() => expect(screen.queryByText('ダウンロードエラー')).toBeNull());
  },
);
