import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { codeBox } from '../../src/testing/code-input.ts';
import { expectAccessible, MEMBER } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { CODE, confirmationField, emailField, findHeading, NEW_PASSWORD, openReset, passwordField } from './reset-steps.ts';

test('when only the keyboard is used, then the password can be reset, and each step focuses its heading', async () => {
  const { user, requests } = openReset('/login');
  const logIn = await screen.findByRole('button', { name: 'ログイン' });
  logIn.focus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'パスワードをお忘れの方' })).toHaveFocus();
  await user.keyboard('{Enter}');

  await findHeading('パスワードの再設定');
  await expectAccessible();
  const email = await emailField();
  email.focus();
  await user.keyboard(MEMBER.email);
  await user.tab();
  expect(screen.getByRole('button', { name: '認証コードを送信する' })).toHaveFocus();
  await user.tab({ shift: true });
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await findHeading('新しいパスワードの設定')).toHaveFocus());

  await user.tab();
  expect(await codeBox(1)).toHaveFocus();
  await user.keyboard(CODE);
  // The last digit leads to the password.
  expect(await passwordField()).toHaveFocus();
  await user.keyboard(NEW_PASSWORD);
  // Between two fields is the first one's button that shows its characters.
  await user.tab();
  await user.tab();
  expect(await confirmationField()).toHaveFocus();
  await user.keyboard(NEW_PASSWORD);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await findHeading('パスワードを再設定しました')).toHaveFocus());
  expect(requests('POST /api/reset-password').map(({ body }) => body)).toEqual([
    { email: MEMBER.email, code: CODE, newPassword: NEW_PASSWORD },
  ]);
});

test('when the visitor goes back, forward and reloads, then each step is shown again, and the code can still be entered', async () => {
  const { requestCode, choosePassword, submitCode, requests } = openReset();
  await requestCode();
  window.history.back();
  await findHeading('パスワードの再設定');
  window.history.forward();
  await findHeading('新しいパスワードの設定');

  reloadPage();
  await findHeading('新しいパスワードの設定');
  expect(screen.getByRole('note')).toHaveTextContent(MEMBER.email);
  expect(requests('POST /api/send-password-reset-code')).toHaveLength(1);
  await choosePassword(NEW_PASSWORD);
  await submitCode();
  await findHeading('パスワードを再設定しました');
  expect(requests('POST /api/reset-password')).toHaveLength(1);
});

test('when the button of the code step leads back, then the address can be changed', async () => {
  const { press, requestCode } = openReset();
  await requestCode('mistyped@example.jp');
  await press('戻る');
  await findHeading('パスワードの再設定');
  expect(await emailField()).toHaveValue('');
  await requestCode();
  expect(screen.getByRole('note')).toHaveTextContent(MEMBER.email);
});
