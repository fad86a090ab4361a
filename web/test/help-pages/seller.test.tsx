import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const { seller } = buildReceipt();
const shopOf = (changes: Partial<typeof seller> = {}) => json({ seller: { ...seller, ...changes }, isExample: false });
const SHOP = { 'GET /api/shop': () => shopOf() };

const contactHeading = () => screen.findByRole('heading', { level: 1, name: 'お問い合わせ' });
const mailLink = () => screen.findByRole('link', { name: 'メールで問い合わせる' });

test('when the contact page is opened from another page, then it shows the seller, the address and what to write, and its back button returns to that page (customer 2.49)', async () => {
  const { user } = openPage('/about', SHOP);
  await screen.findByRole('heading', { level: 1, name: 'StageReelについて' });
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'お問い合わせ' }));
  await waitFor(async () => expect(await contactHeading()).toHaveFocus());
  expect(await screen.findByText(seller.name)).toBeVisible();

  const { pathname, searchParams } = new URL(String((await mailLink()).getAttribute('href')));
  expect([pathname, searchParams.get('subject')]).toEqual([seller.email, '【StageReel】お問い合わせ']);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  for (const item of [
    'お名前またはニックネーム',
    'ご注文の内容（注文番号など）、またはゼッケン番号',
    'お問い合わせの内容',
    'サービス名（StageReel）',
  ]) {
    expect(items).toContain(item);
  }
  expect(screen.getByText(/迷惑メールフォルダをご確認ください。/)).toBeVisible();
  await expectAccessible();

  await user.click(screen.getByRole('button', { name: '戻る' }));
  await waitFor(() => expect(window.location.pathname).toBe('/about'));
});

test('when the contact page is the first page of a visit, then its back button opens the home page, also by keyboard (customer 2.49)', async () => {
  const { user } = openPage('/contact', SHOP);
  await mailLink();
  screen.getByRole('button', { name: '戻る' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

/** What the legal notice says about the given name. */
const factOf = (name: string) => {
  const [term] = screen.getAllByRole('term').filter(({ textContent }) => textContent === name);
  return term?.nextElementSibling;
};

test('when the legal notice is opened, then it shows the seller and the terms of sale', async () => {
  openPage('/legal-notice', SHOP);
  expect(await screen.findByText(seller.name)).toBeVisible();
  expect(factOf('運営責任者')).toHaveTextContent(seller.representative);
  expect(factOf('所在地')).toHaveTextContent(seller.address);
  expect(screen.getByRole('link', { name: seller.phone })).toHaveAttribute('href', 'tel:0300000000');
  expect(screen.getByRole('link', { name: seller.email })).toHaveAttribute('href', `mailto:${seller.email}`);
  expect(screen.queryByText(/登録番号/)).not.toBeInTheDocument();
  for (const [name, text] of [
    ['販売価格', /すべて税込み/],
    ['商品代金以外の必要料金', /必要な料金はありません/],
    ['お支払い方法', /クレジットカード.*Stripe/],
    ['お支払い時期', /ただちにカードへ請求/],
    ['商品の引渡時期', /2〜3営業日以内/],
    ['キャンセル・返品・返金', /キャンセル・返品・返金はお受けできません/],
  ] as const) {
    expect(factOf(name)).toHaveTextContent(text);
  }
  await expectAccessible();
});

test('when the seller issues qualified invoices, then the legal notice shows the registration number', async () => {
  openPage('/legal-notice', { 'GET /api/shop': () => shopOf({ registrationNumber: 'T1234567890123' }) });
  expect(await screen.findByText('T1234567890123')).toBeVisible();
});

test('when the seller cannot be loaded, then the legal notice shows the error and its other content, and retry loads the seller', async () => {
  const failing = holdBack(networkFailure);
  const page = openPage('/legal-notice', { 'GET /api/shop': failing.responder });
  await waitFor(() => expect(screen.getByText(/読み込み中/)).toBeVisible());
  failing.release();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('販売者の情報を読み込めませんでした')).toBeVisible();
  expect(screen.getByText('商品代金以外の必要料金')).toBeVisible();
  await expectAccessible();

  page.respond('GET /api/shop', () => shopOf());
  await page.user.click(within(alert).getByRole('button', { name: '再試行' }));
  expect(await screen.findByText(seller.name)).toBeVisible();
});
