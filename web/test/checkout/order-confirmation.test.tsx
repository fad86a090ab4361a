import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { writeDraft } from '../../src/lib/order-drafts.ts';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildSavedOrder, saveForCheckout } from '../../src/testing/build-saved-order.ts';
import { asMember, expectAccessible, MEMBER } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import {
  autoLogin,
  confirmationField,
  EMAIL,
  emailField,
  NAME,
  nameField,
  openCheckout,
  passwordField,
  toCode,
  toPayment,
} from './checkout-page.ts';

const ledger = openTextLedger('order-confirmation');

const WEAK_PASSWORD = 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。';
/** Letters and dots as old Japanese carrier addresses have them. */
const TYPED_EMAIL = 'Ｈａｎａｋｏ．．Ｙ＠docomo.ne.jp';

const order = buildSavedOrder();
beforeEach(() => {
  saveForCheckout({ order });
  writeDraft(
    savedData,
    order.contestSlug,
    order.items.map(({ videoStyle, ...item }) => ({ ...item, videoStyles: [videoStyle] })),
  );
});

describe.each([
  { path: '/order-confirmation', formPath: '/order-form/春季大会' },
  { path: '/order-confirmation-old', formPath: '/order/春季大会' },
])('the confirmation at $path (customer 2.4)', ({ path, formPath }) => {
  test('when fields are empty or invalid, then each shows an error, and the first gets the focus', async () => {
    const { user, fillIn, requests } = openCheckout(path);
    await user.click(await toCode());
    expect(await emailField()).toHaveFocus();
    expect(await emailField()).toHaveAccessibleDescription(/メールアドレスを入力してください。/);
    expect(await nameField()).toHaveAccessibleDescription('お名前を入力してください。');

    await fillIn(await emailField(), TYPED_EMAIL);
    await fillIn(await nameField(), NAME);
    await user.click(await autoLogin());
    await user.click(await toCode());
    await ledger.see('自動ログインを選択した場合はパスワードを入力してください');
    expect(await passwordField()).toHaveFocus();
    await expectAccessible();

    await fillIn(await passwordField(), 'hanako');
    await fillIn(await confirmationField(), 'hanaka');
    await user.click(await toCode());
    await ledger.see('パスワードが一致しません');
    expect(await passwordField()).toHaveAccessibleDescription(new RegExp(WEAK_PASSWORD));
    await expectAccessible();
    expect(requests('POST /api/send-verification-code')).toEqual([]);
  });

  test('when the customer returns to the order form and comes back, then the input is kept, and the code goes to the typed address', async () => {
    const { user, fillIn, requests } = openCheckout(path);
    await fillIn(await emailField(), TYPED_EMAIL);
    await fillIn(await nameField(), NAME);
    await user.click(await autoLogin());
    const change = screen.getByRole('link', { name: 'ご注文内容を変更' });
    expect(decodeURI(String(change.getAttribute('href')))).toBe(formPath);
    await user.click(screen.getByRole('button', { name: '戻る' }));
    expect(await screen.findByText('合計 2本')).toBeVisible();
    expect(decodeURI(window.location.pathname)).toBe('/order-form/春季大会');

    window.history.back();
    expect(await autoLogin()).toBeChecked();
    expect(await emailField()).toHaveValue(TYPED_EMAIL);
    expect(await nameField()).toHaveValue(NAME);
    await user.click(await autoLogin());
    expect(screen.queryByLabelText(/^パスワード/, { selector: 'input' })).not.toBeInTheDocument();
    await user.click(await toCode());
    expect(await screen.findByText('hanako..y@docomo.ne.jp')).toBeVisible();
    expect(requests('POST /api/send-verification-code').map(({ body }) => body)).toEqual([{ email: 'hanako..y@docomo.ne.jp' }]);
  });
});

test('when automatic login is chosen, then the browser does not store the password', async () => {
  const { user, fillIn } = openCheckout('/order-confirmation');
  await fillIn(await emailField(), EMAIL);
  await fillIn(await nameField(), NAME);
  await user.click(await autoLogin());
  await fillIn(await passwordField(), 'Hanamaru2026');
  await fillIn(await confirmationField(), 'Hanamaru2026');
  await user.click(await toCode());
  await screen.findByRole('heading', { level: 1, name: 'メールアドレスの認証' });
  const stored = JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }]);
  expect(stored).toContain(EMAIL);
  expect(stored).not.toContain('Hanamaru2026');
});

test('when a member orders, then the own address is filled in and needs no code, but another address needs one', async () => {
  const { fillIn } = openCheckout('/order-confirmation', asMember());
  expect(await toPayment()).toBeEnabled();
  expect(await emailField()).toHaveValue(MEMBER.email);
  expect(await nameField()).toHaveValue(String(MEMBER.name));
  expect(screen.queryByRole('checkbox', { name: '会員登録して、購入履歴に残す（任意）' })).not.toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: '会員の方・会員登録をご希望の方' })).not.toBeInTheDocument();
  await expectAccessible();

  await fillIn(await emailField(), 'elsewhere@example.jp');
  expect(await toCode()).toBeEnabled();
  await fillIn(await emailField(), MEMBER.email);
  expect(await toPayment()).toBeEnabled();
});

test('when a guest orders, then the page links to the login and the registration', async () => {
  openCheckout('/order-confirmation');
  const links = await screen.findByRole('navigation', { name: '会員の方・会員登録をご希望の方' });
  expect(
    within(links)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/login?from=order', '/register?from=order']);
  for (const { category } of order.items) expect(screen.getByText(new RegExp(category))).toBeVisible();
});

test('when all tests of the confirmation have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
