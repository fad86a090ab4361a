import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const { seller } = buildReceipt();
const SHOP = { 'GET /api/shop': () => json({ seller, isExample: false }) };

const contactHeading = () => screen.findByRole('heading', { level: 1, name: 'お問い合わせ' });
const mailLink = () => screen.findByRole('link', { name: 'メールで問い合わせる' });

test('when the contact page is opened from another page, then it shows the seller, the address and what to write, and its back button returns to that page', async () => {
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

test('when the contact page is the first page of a visit, then its back button opens the home page, also by keyboard', async () => {
  const { user } = openPage('/contact', SHOP);
  await mailLink();
  screen.getByRole('button', { name: '戻る' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});
