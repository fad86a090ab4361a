import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { copyButton, openEmailSupport, SENDER, STATUS, statusOf } from './open-email-support.ts';

const WORKING = 'メールは正常に送信されています。';
const FAILING = 'ただいま、メールの送信に不具合が起きています。';
const UNKNOWN = 'メール送信の状態を確認できませんでした';

const againButton = () => screen.findByRole('button', { name: 'もう一度確認する' });
const retryButton = () => screen.findByRole('button', { name: '再試行' });

test('when the check is slow, then the page says so, and then shows sender, server and time in Japan', async () => {
  const slow = holdBack(() => statusOf());
  openEmailSupport({ [STATUS]: slow.responder });
  expect(await screen.findByText('確認しています...')).toBeVisible();
  await expectAccessible();
  slow.release();
  expect(await screen.findByText(WORKING)).toBeVisible();
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts).toEqual([SENDER.address, 'smtp.stage.example.jp', '2026年11月21日(土) 10:05']);
  await expectAccessible();
});

test('when mails cannot be sent, then the card says so without the server, and a click checks again', async () => {
  const page = openEmailSupport({ [STATUS]: () => statusOf({ emailServiceActive: false }) });
  expect(await screen.findByText(FAILING)).toBeVisible();
  expect(screen.queryByRole('definition')).not.toBeInTheDocument();
  expect(screen.queryByText('smtp.stage.example.jp')).not.toBeInTheDocument();
  await expectAccessible();
  page.respond(STATUS, () => statusOf());
  await page.user.click(await againButton());
  expect(await screen.findByText(WORKING)).toBeVisible();
});

test('when the status cannot be loaded, then the card says so and the other help stays, and retry loads it (customer 8.16)', async () => {
  const page = openEmailSupport({ [STATUS]: () => errorResponse('Internal') });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(UNKNOWN)).toBeVisible();
  expect(screen.getByText('受信を許可するドメインは、メール送信の状態を確認できたときに表示します。')).toBeVisible();
  expect(screen.getByText('送信元アドレスは、メール送信の状態を確認できたときに表示します。')).toBeVisible();
  expect(await copyButton('件名（会員登録）')).toBeVisible();
  await expectAccessible();
  page.respond(STATUS, () => statusOf());
  await page.user.click(await retryButton());
  expect(await screen.findByText(WORKING)).toBeVisible();
  expect(await copyButton('受信を許可するドメイン')).toBeVisible();
});

test('when the browser is offline, then a repeated check says so, and retry works once it is online again', async () => {
  const page = openEmailSupport();
  await screen.findByText(WORKING);
  const onLine = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  page.respond(STATUS, networkFailure);
  await page.user.click(await againButton());
  expect(await screen.findByText(/^インターネットに接続されていません。/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(WORKING)).not.toBeInTheDocument());
  onLine.mockRestore();
  page.respond(STATUS, () => statusOf());
  await page.user.click(await retryButton());
  expect(await screen.findByText(WORKING)).toBeVisible();
});
