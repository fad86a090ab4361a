import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { asMember, expectAccessible, MEMBER, openPage } from '../../src/testing/open-page.tsx';

const menuButton = () => screen.findByRole('button', { name: 'サイトメニュー' });
const mainMenu = () => within(screen.getByRole('navigation', { name: 'メインメニュー' }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

const openTerms = async () => {
  const { user } = openPage('/terms');
  await heading('利用規約');
  return { user, button: await menuButton() };
};

test('when only the keyboard is used, then Escape closes the menu and the focus returns to its button', async () => {
  const { user, button } = await openTerms();
  button.focus();
  await user.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible();
  await user.tab();
  expect(mainMenu().getByRole('link', { name: 'ご注文の照会' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  expect(button).toHaveFocus();
});

test('when the focus leaves the open menu, then the menu closes', async () => {
  const { user, button } = await openTerms();
  button.focus();
  await user.keyboard(' ');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  mainMenu().getByRole('link', { name: 'お問い合わせ' }).focus();
  await user.tab();
  expect(screen.getByRole('button', { name: '会員メニュー' })).toHaveFocus();
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
});

test('when a link of the menu is followed by keyboard, then the menu closes and the heading of the page has the focus', async () => {
  const { user, button } = await openTerms();
  button.focus();
  await user.keyboard('{Enter}');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await heading('ご注文の照会')).toHaveFocus());
  expect(window.location.pathname).toBe('/order-lookup');
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('when the page is clicked outside the open menu, then the menu closes', async () => {
  const { user, button } = await openTerms();
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(await heading('利用規約'));
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
});

test.each([
  ['ご注文の照会', '/order-lookup'],
  ['お問い合わせ', '/contact'],
  ['会員登録', '/register'],
  ['ログイン', '/login'],
  ['StageReel ステージリール', '/'],
])('when a guest follows %s in the header, then %s opens', async (name, path) => {
  const { user } = openPage('/about', { 'GET /api/shop': () => new Response(null, { status: 503 }) });
  await heading('StageReelについて');
  await user.click(await within(screen.getByRole('banner')).findByRole('link', { name }));
  await waitFor(() => expect(window.location.pathname).toBe(path));
});

test("when Escape is pressed in the member's menu, then the menu closes and the focus returns to its button", async () => {
  const { user } = openPage('/terms', asMember());
  const button = await screen.findByRole('button', { name: MEMBER.email });
  button.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('link', { name: '購入履歴' })).toBeVisible();
  await user.tab();
  expect(button).not.toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  expect(screen.queryByRole('link', { name: '購入履歴' })).toBeNull();
  expect(button).toHaveFocus();
});
