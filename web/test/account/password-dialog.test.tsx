import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { codeBox, typeCode, typedCode } from '../../src/testing/code-input.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible, MEMBER } from '../../src/testing/open-page.tsx';
import { CODE, CURRENT_PASSWORD, changeButton, findDialog, NEW_PASSWORD, openAccount, passwordChanged } from './password-steps.ts';

const CHANGED = 'パスワードを変更しました。';

test('when only the keyboard is used, then each new step focuses its first field, and pressing Enter twice submits once (customer 4.11)', async () => {
  const { user, requests, respond, waitForStep, waitForPage, fields } = openAccount();
  const opener = await changeButton();
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = within(await findDialog());
  await waitForStep(1);
  await waitFor(() => expect(dialog.getByRole('button', { name: '認証コードを送信' })).toHaveFocus());
  await expectAccessible();

  await user.keyboard('{Enter}');
  await waitForStep(2);
  await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
  expect(dialog.getByText(/に届いた6桁の認証コードを入力してください。/)).toHaveTextContent(MEMBER.email);
  await expectAccessible();

  await user.keyboard(CODE);
  await waitForStep(3);
  const { current, fresh, repeated } = await fields();
  await waitFor(() => expect(current).toHaveFocus());
  await expectAccessible();
  await user.keyboard(CURRENT_PASSWORD);
  // Between two fields is the first one's button that shows its characters.
  await user.tab();
  await user.tab();
  expect(fresh).toHaveFocus();
  await user.keyboard(NEW_PASSWORD);
  await user.tab();
  await user.tab();
  expect(repeated).toHaveFocus();
  await user.keyboard(NEW_PASSWORD);

  const { responder, release } = holdBack(passwordChanged);
  respond('POST /api/change-password', responder);
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  release();
  await waitForPage();
  expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent(CHANGED);
  await waitFor(() => expect(opener).toHaveFocus());
  expect(requests('POST /api/verify-password-change-code').map(({ body }) => body)).toEqual([{ code: CODE }]);
  expect(requests('POST /api/change-password').map(({ body }) => body)).toEqual([
    { currentPassword: CURRENT_PASSWORD, newPassword: NEW_PASSWORD },
  ]);
});

test.each(['キャンセル', '閉じる', 'Escape'])(
  'when the dialog is left by %s, then it reopens at the first step, and the focus returns to its button (customer 4.12)',
  async (way) => {
    const { user, requests, openDialog, press, goToPasswords, waitForPage, waitForStep } = openAccount();
    await openDialog();
    await goToPasswords();
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await press(way);
    await waitForPage();
    await waitFor(async () => expect(await changeButton()).toHaveFocus());
    await openDialog();
    await waitForStep(1);
    expect(requests('POST /api/change-password')).toEqual([]);
  },
);

test('when the dialog is reopened, then nothing that was typed before is left (customer 4.11)', async () => {
  const { user, openDialog, press, goToCode, goToPasswords, waitForPage, fields } = openAccount();
  await openDialog();
  await goToPasswords();
  await user.type((await fields()).current, CURRENT_PASSWORD);
  await press('キャンセル');
  await waitForPage();

  await openDialog();
  await goToCode();
  expect(typedCode()).toBe('');
  await typeCode(user, '24');
  await press('キャンセル');
  await waitForPage();

  await openDialog();
  await goToPasswords();
  expect((await fields()).current).toHaveValue('');
});
