import { expect, jest, test } from '@jest/globals';
import { LOCK_SECONDS } from '@stagereel/contracts';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, expectAccessible, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const wrongPassword = (remainingAttempts: number) => () => errorResponse('CredentialsInvalid', { remainingAttempts });

const emailField = () => screen.findByRole('textbox', { name: /メールアドレス/ });
const passwordField = () => screen.findByLabelText(/^パスワード/, { selector: 'input' });

const signIn = async (page: ReturnType<typeof openPage>, password = 'Not-the-password1') => {
  const { user } = page;
  const email = await emailField();
  await user.clear(email);
  await user.type(email, 'locked@example.jp');
  await user.clear(await passwordField());
  await user.type(await passwordField(), password);
  await user.keyboard('{Enter}');
};

test('when a password is wrong, the page counts down the attempts, locks, and unlocks when the lock ends', async () => {
  const page = openPage('/login', { 'POST /api/login': wrongPassword(2) });
  await signIn(page);
  expect(await screen.findByText('残り試行回数: 2回')).toBeVisible();

  page.respond('POST /api/login', wrongPassword(1));
  await signIn(page);
  expect(await screen.findByText('残り試行回数: 1回')).toBeVisible();
  expect(screen.getByText('次に失敗すると、15分間、一時的にロックされます。')).toBeVisible();

  const lockoutUntil = new Date(Date.now() + LOCK_SECONDS * 1000);
  page.respond('POST /api/login', () => errorResponse('AccountLocked', { lockoutUntil: lockoutUntil.toISOString() }));
  await signIn(page);
  expect(await screen.findByText(/一時的に制限されています/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(await emailField()).toBeDisabled();
  expect(await passwordField()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'ロック中' })).toBeDisabled();

  jest.spyOn(Date, 'now').mockReturnValue(lockoutUntil.getTime() + 1000);
  expect(await screen.findByText('ロックが解除されました。もう一度ログインできます。')).toBeVisible();
});

test('when the network fails, the page says so and keeps what was typed', async () => {
  const page = openPage('/login', { 'POST /api/login': networkFailure });
  await signIn(page);
  expect(await screen.findByRole('alert')).toBeVisible();
  await expectAccessible();
  expect(await emailField()).toHaveValue('locked@example.jp');
  expect(await passwordField()).toHaveValue('Not-the-password1');
});
