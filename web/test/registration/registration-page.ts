import { screen } from '@testing-library/react';
import type { CodeSent } from '../../src/api/email-code.ts';
import { typeCode } from '../../src/testing/code-input.ts';
import { asMember, json, MEMBER, openPage, type Responder } from '../../src/testing/open-page.tsx';

export const EMAIL = 'hanako@example.jp';
export const NAME = '山田 花子';
export const PASSWORD = 'Hanamaru2026';
export const CODE = '246810';

const SENT: CodeSent = { message: '認証コードを送信しました', expiresInSeconds: 600, resendAfterSeconds: 0 };
export const codeSent = (): Response => json(SENT);

export const nameField = () => screen.findByRole('textbox', { name: /^お名前/ });
export const emailField = () => screen.findByRole('textbox', { name: /^メールアドレス/ });
export const passwordField = () => screen.findByLabelText(/^パスワード(?!（)/, { selector: 'input' });
export const confirmationField = () => screen.findByLabelText(/^パスワード（確認）/, { selector: 'input' });
export const termsBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^利用規約に同意する/ });
export const sendCodeButton = () => screen.findByRole('button', { name: '認証コードを送信する' });
export const finishButton = () => screen.findByRole('button', { name: '認証して登録する' });
export const findHeading = (name: '会員登録' | '認証コードの入力' | '会員登録ありがとうございます') =>
  screen.findByRole('heading', { level: 1, name });

/** Opens the registration, with functions for its steps. Every step succeeds by default, and the last one signs the visitor in. */
export const openRegistration = (path = '/register', given: Parameters<typeof openPage>[1] = {}) => {
  const account = { email: EMAIL, name: NAME };
  const page = openPage(path, { 'POST /api/send-registration-code': codeSent, ...given });
  const { user, respond } = page;
  /** The response to the right code. The session belongs to the account from then on. */
  const register: Responder = () => {
    for (const [key, responder] of Object.entries(asMember(account))) respond(key, responder);
    return json({ user: { ...MEMBER, ...account } }, { status: 201 });
  };
  respond('POST /api/verify-registration-code', register);

  const fillIn = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.paste(text);
  };
  /** Fills in and submits the form. */
  const submitForm = async ({ email = EMAIL } = {}) => {
    await fillIn(await nameField(), NAME);
    await fillIn(await emailField(), email);
    await fillIn(await passwordField(), PASSWORD);
    await fillIn(await confirmationField(), PASSWORD);
    const terms = await termsBox();
    if (!terms.checked) await user.click(terms);
    await user.click(await sendCodeButton());
  };
  return {
    ...page,
    register,
    fillIn,
    submitForm,
    /** From the form to the code. */
    goToCodeStep: async () => {
      await submitForm();
      await finishButton();
    },
    /** The last digit submits it. */
    submitCode: (code = CODE) => typeCode(user, code),
  };
};
