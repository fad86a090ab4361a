import type { LoginResponse, SessionUser } from '@stagereel/contracts';
import { screen } from '@testing-library/react';
import { json, MEMBER, type openPage } from '../../src/testing/open-page.tsx';

type Page = ReturnType<typeof openPage>;

export const PASSWORD = 'Hanamaru2026';
/** Differs from the shop's default. */
export const RESEND_SECONDS = 30;

export const emailField = () => screen.findByRole('textbox', { name: /^メールアドレス/ });
export const passwordField = () => screen.findByLabelText(/^パスワード/, { selector: 'input' });
export const logInButton = () => screen.findByRole('button', { name: 'ログイン' });
/** The header's button that names the signed-in user. */
export const memberButton = (user: SessionUser = MEMBER) => screen.findByRole('button', { name: user.email });

/** Fills in the password step and presses Enter. */
export const sendCredentials = async ({ user }: Page, { email = MEMBER.email, password = PASSWORD } = {}): Promise<void> => {
  // The URL changes before the page, and the previous page may also have an email field.
  await logInButton();
  await user.clear(await emailField());
  await user.type(await emailField(), email);
  await user.clear(await passwordField());
  await user.type(await passwordField(), password);
  await user.keyboard('{Enter}');
};

const respondWith = (response: LoginResponse): Response => json(response);
/** The response of POST /api/login that signs this user in. */
export const signedIn = (user: SessionUser = MEMBER): Response =>
  respondWith({ requiresTwoFactor: false, user, redirectTo: user.isAdmin ? '/admin' : '/', message: 'ログインしました' });
/** The response of POST /api/login when a mailed code is required too. */
export const requiresCode = (): Response =>
  respondWith({
    requiresTwoFactor: true,
    methods: ['mail'],
    resendAfterSeconds: RESEND_SECONDS,
    user: null,
    redirectTo: null,
    message: '認証コードをメールで送信しました',
  });
