import { expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { CodeSent } from '../../src/api/email-code.ts';
import { typeCode } from '../../src/testing/code-input.ts';
import { asMember, json, openPage } from '../../src/testing/open-page.tsx';

export const CURRENT_PASSWORD = 'Hanamaru2026';
export const NEW_PASSWORD = 'Sakurasaku2027';
export const CODE = '246810';

const SENT: CodeSent = { message: '認証コードを送信しました', expiresInSeconds: 600, resendAfterSeconds: 0 };
export const codeSent = (): Response => json(SENT);
export const codeVerified = (): Response => json({ verified: true, expiresAt: '2026-11-20T09:10:00.000Z' });
export const passwordChanged = (): Response => json({ message: 'パスワードを変更しました' });

type Passwords = { current?: string; fresh?: string; repeated?: string };

/** The button of the account page that opens the dialog. */
export const changeButton = async () => within(await screen.findByRole('main')).findByRole('button', { name: 'パスワードを変更' });
export const findDialog = () => screen.findByRole('dialog', { name: 'パスワードの変更' });

/** Opens the account page of a member, with functions for the steps of its password dialog. Every step succeeds by default. */
export const openAccount = () => {
  const page = openPage('/account', {
    ...asMember(),
    'POST /api/send-password-change-code': codeSent,
    'POST /api/verify-password-change-code': codeVerified,
    'POST /api/change-password': passwordChanged,
  });
  const { user } = page;

  const openDialog = async () => {
    await user.click(await changeButton());
    return findDialog();
  };
  const press = async (name: string) => user.click(within(await findDialog()).getByRole('button', { name }));
  const waitForStep = async (position: 1 | 2 | 3) => within(await findDialog()).findByText(`手順 ${position}/3`);
  const fields = async () => {
    const dialog = within(await findDialog());
    const field = (label: RegExp) => dialog.getByLabelText(label, { selector: 'input' });
    return {
      current: field(/^現在のパスワード/),
      fresh: field(/^新しいパスワード(?!（)/),
      repeated: field(/^新しいパスワード（確認）/),
    };
  };
  /** From the first step to the second. */
  const goToCode = async () => {
    await press('認証コードを送信');
    await waitForStep(2);
  };

  return {
    ...page,
    openDialog,
    press,
    waitForStep,
    fields,
    goToCode,
    /** From the first step to the third. */
    goToPasswords: async () => {
      await goToCode();
      await typeCode(user, CODE);
      await waitForStep(3);
    },
    sendPasswords: async ({ current = CURRENT_PASSWORD, fresh = NEW_PASSWORD, repeated = fresh }: Passwords = {}) => {
      const found = await fields();
      for (const [field, text] of [
        [found.current, current],
        [found.fresh, fresh],
        [found.repeated, repeated],
      ] as const) {
        await user.clear(field);
        await user.type(field, text);
      }
      await press('パスワードを変更');
    },
    /** Waits until the dialog is closed. */
    waitForPage: () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument()),
  };
};
