import { screen, waitFor } from '@testing-library/react';
import type { CodeSent } from '../../src/api/email-code.ts';
import { typeCode } from '../../src/testing/code-input.ts';
import { json, MEMBER, openPage } from '../../src/testing/open-page.tsx';

export const NEW_PASSWORD = 'Anewpassword1';
export const CODE = '246810';

const SENT: CodeSent = { message: '認証コードを送信しました', expiresInSeconds: 600, resendAfterSeconds: 0 };
export const codeSent = (): Response => json(SENT);
export const passwordReset = (): Response => json({ message: 'パスワードを再設定しました' });

export const emailField = () => screen.findByRole('textbox', { name: /^メールアドレス/ });
export const passwordField = () => screen.findByLabelText(/^新しいパスワード(?!（)/, { selector: 'input' });
export const confirmationField = () => screen.findByLabelText(/^新しいパスワード（確認）/, { selector: 'input' });
export const findHeading = (name: 'パスワードの再設定' | '新しいパスワードの設定' | 'パスワードを再設定しました') =>
  screen.findByRole('heading', { level: 1, name });

/** Opens the page of a forgotten password, with functions for its steps. Every step succeeds by default. */
export const openReset = (path = '/forgot-password') => {
  const page = openPage(path, { 'POST /api/send-password-reset-code': codeSent, 'POST /api/reset-password': passwordReset });
  const { user } = page;
  /** Clicks a button that may still be disabled by the previous request. */
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => {
      if (button.disabled) throw new Error(`${name} is disabled`);
    });
    await user.click(button);
  };
  const choosePassword = async (password: string, confirmation = password) => {
    for (const [field, text] of [
      [await passwordField(), password],
      [await confirmationField(), confirmation],
    ] as const) {
      await user.clear(field);
      await user.type(field, text);
    }
  };
  return {
    ...page,
    press,
    choosePassword,
    /** From the first step to the second. */
    requestCode: async (email = MEMBER.email) => {
      await user.type(await emailField(), email);
      await press('認証コードを送信する');
      await findHeading('新しいパスワードの設定');
    },
    /** The last digit submits the form once it has a password. */
    submitCode: (code = CODE) => typeCode(user, code),
  };
};
