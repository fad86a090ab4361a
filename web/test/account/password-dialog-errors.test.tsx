import { expect, jest, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { codeBox, typeCode, typedCode } from '../../src/testing/code-input.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { CODE, codeSent, codeVerified, findDialog, openAccount, passwordChanged } from './password-steps.ts';

const OFFLINE = 'インターネットに接続されていません。接続を確認して、もう一度お試しください。';
const TRY_LATER = '時間をおいて、もう一度お試しください。';
const ledger = openTextLedger('password-change');

const expectInDialog = async (text: string | RegExp): Promise<void> => {
  expect(await within(await findDialog()).findByText(text)).toBeVisible();
};
const unavailable = () => errorResponse('BadGateway');

test('when the code cannot be sent, then the first step shows the error, and the button sends it later (customer 8.13)', async () => {
  const { openDialog, press, respond, waitForStep } = openAccount();
  await openDialog();
  respond('POST /api/send-password-change-code', unavailable);
  await press('認証コードを送信');
  await ledger.see('認証コードの送信に失敗しました');
  await expectInDialog(TRY_LATER);
  await expectAccessible();

  respond('POST /api/send-password-change-code', networkFailure);
  const onLine = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  await press('認証コードを送信');
  await expectInDialog(OFFLINE);
  onLine.mockRestore();

  respond('POST /api/send-password-change-code', codeSent);
  await press('認証コードを送信');
  await waitForStep(2);
});

test('when the code is missing, wrong or replaced, then the second step shows the error and empties the boxes (customer 5.13, 8.13)', async () => {
  const { user, openDialog, press, goToCode, respond, requests } = openAccount();
  await openDialog();
  await goToCode();
  await press('確認する');
  await ledger.see('認証コードを入力してください');
  expect(await codeBox(1)).toHaveFocus();
  expect(requests('POST /api/verify-password-change-code')).toEqual([]);
  await expectAccessible();

  respond('POST /api/verify-password-change-code', () => errorResponse('CodeInvalid', { remainingAttempts: 3 }));
  await typeCode(user, '000000');
  await ledger.see('認証コードが正しくありません');
  await expectInDialog('あと3回入力できます。');
  await expectInDialog('メールに記載された、最新の6桁のコードを入力してください。');
  await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
  expect(typedCode()).toBe('');
  await expectAccessible();

  await press('認証コードを再送信');
  await expectInDialog('新しい認証コードを送信しました。以前のコードは使えません。');
  expect(requests('POST /api/send-password-change-code')).toHaveLength(2);
  expect(screen.queryByText('認証コードが正しくありません')).toBeNull();
  await typeCode(user, CODE);
  await ledger.see('認証コードが正しくありません');
});

test('when the shop does not answer in the second step, then the code stays, because it may be correct', async () => {
  const { user, openDialog, press, goToCode, respond, waitForStep } = openAccount();
  await openDialog();
  await goToCode();
  respond('POST /api/verify-password-change-code', unavailable);
  await typeCode(user, CODE);
  await ledger.see('認証コードが正しくありません');
  await expectInDialog(TRY_LATER);
  expect(typedCode()).toBe(CODE);

  respond('POST /api/send-password-change-code', unavailable);
  await press('認証コードを再送信');
  await waitFor(async () =>
    expect(within(await findDialog()).getByRole('alert', { name: '認証コードの送信に失敗しました' })).toHaveTextContent(TRY_LATER),
  );
  await expectAccessible();

  respond('POST /api/verify-password-change-code', codeVerified);
  await press('確認する');
  await waitForStep(3);
});

test('when passwords are missing, weak, different or unchanged, then the third step shows the error and sends nothing (customer 5.13)', async () => {
  const { openDialog, press, goToPasswords, sendPasswords, fields, requests } = openAccount();
  await openDialog();
  await goToPasswords();
  const { current, fresh } = await fields();
  await press('パスワードを変更');
  await ledger.see('すべての項目を入力してください');
  expect(current).toHaveFocus();
  expect(current).toBeInvalid();
  await expectAccessible();

  await sendPasswords({ fresh: 'Hana7', repeated: 'Hana8' });
  await ledger.see('パスワードは8文字以上である必要があります');
  await ledger.see('新しいパスワードが一致しません');
  expect(fresh).toHaveFocus();
  await expectAccessible();
  await sendPasswords({ fresh: 'sakurasaku' });
  // Not the hint of the field, which begins with the length.
  await expectInDialog('大文字・小文字・数字のうち2種類以上を含めてください。');
  await sendPasswords({ current: 'Hanamaru2026', fresh: 'Hanamaru2026' });
  await expectInDialog('現在と異なるパスワードを入力してください。');
  expect(requests('POST /api/change-password')).toEqual([]);
});

test('when the shop does not answer in the third step, then the page shows the error and keeps the input, which can be sent again', async () => {
  const { openDialog, press, goToPasswords, sendPasswords, fields, respond, waitForPage } = openAccount();
  await openDialog();
  await goToPasswords();
  respond('POST /api/change-password', unavailable);
  await sendPasswords({ fresh: 'Sakurasaku2027' });
  await ledger.see('パスワード変更に失敗しました');
  await expectInDialog(TRY_LATER);
  await expectAccessible();

  const refusal = errorCatalogue.PasswordPersonal.message;
  respond('POST /api/change-password', () => errorResponse('PasswordPersonal', { fields: { newPassword: refusal } }));
  await press('パスワードを変更');
  const { fresh } = await fields();
  await waitFor(() => expect(fresh).toHaveAccessibleDescription(expect.stringContaining(refusal)));
  expect(fresh).toHaveFocus();
  expect(screen.queryByRole('alert', { name: 'パスワード変更に失敗しました' })).toBeNull();

  respond('POST /api/change-password', networkFailure);
  await press('パスワードを変更');
  await expectInDialog(/変更が完了している場合もあります。/);
  expect((await fields()).repeated).toHaveValue('Sakurasaku2027');
  respond('POST /api/change-password', passwordChanged);
  await press('パスワードを変更');
  await waitForPage();
  expect(within(screen.getByRole('main')).getByText('パスワードを変更しました。')).toBeVisible();
});

test('when the current password is wrong too often, then the change restarts at the first step with a new code', async () => {
  const { openDialog, press, goToPasswords, sendPasswords, fields, respond, waitForStep, waitForPage } = openAccount();
  const dialog = within(await openDialog());
  await goToPasswords();
  respond('POST /api/change-password', () => errorResponse('CurrentPasswordInvalid'));
  await sendPasswords({ current: 'Not-the-password1' });
  await expectInDialog('現在のパスワードが正しいかご確認ください。');
  const { current } = await fields();
  await waitFor(() => expect(current).toHaveFocus());
  await expectAccessible();

  respond('POST /api/change-password', () => errorResponse('PasswordChangeUnverified'));
  await press('パスワードを変更');
  await waitForStep(1);
  const failure = dialog.getByRole('alert', { name: 'パスワード変更に失敗しました' });
  expect(failure).toHaveTextContent('認証コードの確認が必要です。認証コードの取得からやり直してください。');
  expect(dialog.getByRole('button', { name: '認証コードを送信' })).toHaveFocus();
  await expectAccessible();

  respond('POST /api/change-password', passwordChanged);
  await goToPasswords();
  await sendPasswords();
  await waitForPage();
  expect(within(screen.getByRole('main')).getByText('パスワードを変更しました。')).toBeVisible();
});

test('when all tests of the dialog have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
