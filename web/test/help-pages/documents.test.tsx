import { expect, test } from '@jest/globals';
import { dataCategories } from '@stagereel/contracts';
import { screen, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const { seller } = buildReceipt();

test.each([
  ['/terms', '利用規約', 7, /東京地方裁判所/],
  ['/privacy', 'プライバシーポリシー', 8, /Cookie（ブラウザに保存される小さなデータ）/],
  ['/privacy-policy', 'プライバシーポリシー', 8, /Cookie（ブラウザに保存される小さなデータ）/],
] as const)(
  'when %s is opened, then %s has %i sections, and the table of contents links to each (customer 2.50, 2.51)',
  async (path, title, count, text) => {
    const { user } = openPage(path, { 'GET /api/shop': () => json({ seller, isExample: false }) });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const sections = screen.getAllByRole('heading', { level: 2 });
    expect(sections).toHaveLength(count);
    expect(screen.getAllByText(text)[0]).toBeVisible();
    await expectAccessible();

    const entries = within(screen.getByRole('navigation', { name: '目次' })).getAllByRole('link');
    expect(entries.map(({ textContent }) => textContent)).toEqual(sections.map(({ textContent }) => textContent));
    for (const at of [count - 1, 0]) {
      entries[at]?.focus();
      await user.keyboard('{Enter}');
      expect(sections[at]).toHaveFocus();
      expect(window.location.hash).toBe(`#${sections[at]?.id}`);
    }
  },
);

test('when the privacy policy is opened, then it says of all data why and how long it is kept', async () => {
  openPage('/privacy', { 'GET /api/shop': () => json({ seller, isExample: false }) });
  const section = (await screen.findByRole('heading', { level: 2, name: '5. 個人情報の管理' })).closest('section');
  const items = within(section!)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  for (const { data, purpose, kept } of Object.values(dataCategories)) expect(items).toContain(`${data}目的：${purpose}期間：${kept}`);
});

test('when the about page is opened, then it explains the videos and the order steps, and links to the related pages (customer 2.53)', async () => {
  openPage('/about');
  await screen.findByRole('heading', { level: 1, name: 'StageReelについて' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'お届けする動画',
    'ご注文の流れ',
    '会員登録について',
    'ご不明な点があるとき',
  ]);
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/register', '/contact', '/legal-notice']);
  await expectAccessible();
});
