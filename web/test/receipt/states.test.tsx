import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const PAGE = '/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4e';
const STATE = `GET /api${PAGE}/receipt`;

const state = (latest: ReturnType<typeof buildReceipt> | null) => () =>
  json({ orderNumber: '12345678', customerName: '領収 花子', latest, isIssued: latest !== null });
const paper = () => screen.findByRole('article', { name: '領収書' });

const ISSUE = `POST /api${PAGE}/receipt`;
/** For whoever has only the link. */
const nameless = (isIssued: boolean) => () => json({ orderNumber: '12345678', customerName: null, latest: null, isIssued });
const addressee = () => screen.findByRole('textbox', { name: /宛名/ });

test('when a visitor comes from the download page, then the receipt is available without a verification and links back', async () => {
  const page = openPage(`${PAGE}/receipt`, { [STATE]: nameless(false), [ISSUE]: () => json(buildReceipt(), { status: 201 }) });
  expect(await addressee()).toHaveValue('');
  expect(screen.getByText('お名前または会社名を入力してください。')).toBeVisible();
  await page.user.type(await addressee(), '山田 太郎');
  await page.user.click(await screen.findByRole('button', { name: '発行する' }));
  expect(await screen.findByText('12345678-R1')).toBeVisible();
  expect(screen.queryByText('ご本人の確認')).toBeNull();
  expect(screen.getByRole('link', { name: 'ダウンロードページに戻る' })).toHaveAttribute('href', PAGE);
});

test('when the owner comes from the download page, then the name and the latest receipt are there', async () => {
  const page = openPage(`${PAGE}/receipt`, { [STATE]: state(buildReceipt()) });
  expect(await paper()).toHaveTextContent('山田 太郎 様');
  await page.user.click(screen.getByRole('button', { name: '宛名などを変えて再発行' }));
  expect(await addressee()).toHaveValue('山田 太郎');
  expect(screen.queryByRole('link', { name: 'メールアドレスを認証' })).toBeNull();
});

test('when a receipt was issued before and the visitor has only the link, then the next is a reissue, and the owner is shown the way to all receipts', async () => {
  const page = openPage(`${PAGE}/receipt`, { [STATE]: nameless(true), [ISSUE]: () => errorResponse('ReceiptLimitByLink') });
  await page.user.type(await addressee(), '山田 太郎');
  await page.user.click(screen.getByRole('button', { name: '再発行する' }));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '再発行する' }));
  expect(await screen.findByText(errorCatalogue.ReceiptLimitByLink.message)).toBeVisible();
  expect(await addressee()).toHaveValue('山田 太郎');
  expect(screen.getByRole('link', { name: 'メールアドレスを認証' })).toHaveAttribute('href', '/receipt/12345678');
  await expectAccessible();
});

test('when the download page does not exist, then the page shows that without a verification', async () => {
  openPage('/download/nothing/receipt', { 'GET /api/download/nothing/receipt': () => errorResponse('ValidationFailed') });
  expect(await screen.findByRole('alert')).toHaveTextContent(errorCatalogue.DownloadPageNotFound.message);
  expect(screen.queryByText('ご本人の確認')).toBeNull();
  await expectAccessible();
});

test('when the order is partially refunded, then the receipt shows the order’s total, the refund, and the rest with its tax', async () => {
  openPage(`${PAGE}/receipt`, { [STATE]: state(buildReceipt({ refundedAmount: 1_234, total: 8_766, taxAmount: 796 })) });
  const receipt = await paper();
  const sums = [...receipt.querySelectorAll('footer dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(sums).toEqual([
    ['ご注文合計', '¥10,000'],
    ['返金', '−¥1,234'],
    ['合計', '¥8,766（税込）'],
    ['10%対象', '¥8,766'],
    ['消費税額（内税）', '¥796'],
  ]);
  expect(receipt).toHaveTextContent('領収金額¥8,766（税込）');
  await expectAccessible();
});

test.each(['ReceiptRefunded', 'ReceiptChargedBack'] as const)('when the response is %s, then there is no receipt', async (code) => {
  openPage(`${PAGE}/receipt`, { [STATE]: () => errorResponse(code) });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('領収書を発行できません')).toBeVisible();
  expect(alert).toHaveTextContent(errorCatalogue[code].message);
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull();
  expect(screen.queryByRole('article')).toBeNull();
  await expectAccessible();
});

test.each([
  { what: 'the connection is lost', failure: networkFailure },
  { what: 'the shop is unavailable', failure: () => errorResponse('BadGateway') },
])('when $what, then the page shows an error, and retry opens the form', async ({ failure }) => {
  const page = openPage(`${PAGE}/receipt`, { [STATE]: failure });
  expect(await screen.findByRole('alert')).toHaveTextContent('領収書を読み込めませんでした');
  expect(screen.getByRole('heading', { level: 1, name: '領収書の発行' })).toBeVisible();
  await expectAccessible();
  page.respond(STATE, state(null));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await screen.findByRole('button', { name: '発行する' })).toBeEnabled();
  expect(screen.queryByRole('alert')).toBeNull();
});
