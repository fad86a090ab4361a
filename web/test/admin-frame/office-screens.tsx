import { expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export const EXPIRED = 'セッションの有効期限が切れました。再度ログインしてください。';
export const REQUIRED = '認証が必要です。ログインしてください。';
export const OFFLINE = 'インターネットに接続されていません。接続を確認して、もう一度お試しください。';

/** Waits for the title and text of a toast, then closes it: it would still be open in the next test. */
export const expectToastAndClose = async (user: UserEvent, { title, text }: { title?: string; text: string }): Promise<void> => {
  const closeButton = () => screen.getByRole('button', { name: '通知を閉じる' });
  await waitFor(() => {
    const toast = closeButton().closest('[role=alert], [role=status]');
    if (title !== undefined) expect(toast).toHaveTextContent(title);
    expect(toast).toHaveTextContent(text);
  });
  await user.click(closeButton());
  await waitFor(() => expect(screen.queryByRole('button', { name: '通知を閉じる' })).toBeNull());
};

/** Waits for a dialog and the end of its opening animation. */
export const findDialog = async (name: string) => {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog).toBeVisible());
  return within(dialog);
};

/** The keys of session storage that name a signed-in admin. */
export const adminKeys = (): string[] => Object.keys(window.sessionStorage).filter((key) => key.startsWith('admin'));

export const emailField = () => screen.findByRole('textbox', { name: /^メールアドレス/ });
export const passwordField = () => screen.findByLabelText(/^パスワード/, { selector: 'input' });
