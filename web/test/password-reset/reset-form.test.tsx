import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { codeBox, typeCode, typedCode } from '../../src/testing/code-input.ts';
import { errorResponse, expectAccessible, MEMBER, networkFailure } from '../../src/testing/open-page.tsx';
import { CODE, emailField, findHeading, NEW_PASSWORD, openReset, passwordField, passwordReset } from './reset-steps.ts';

const unavailable = () => errorResponse('BadGateway');

describe('the request of a code', () => {
  test('when the address is missing, then its field shows the error and has the focus', async () => {
    const { press, requests } = openReset();
    await press('認証コードを送信する');
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeVisible();
    expect(await emailField()).toHaveFocus();
    expect(requests('POST /api/send-password-reset-code')).toEqual([]);
    await expectAccessible();
  });

  test('when the shop or the network is unavailable, then the page shows the error and keeps the address', async () => {
    const { user, press, respond } = openReset();
    respond('POST /api/send-password-reset-code', unavailable);
    await user.type(await emailField(), MEMBER.email);
    await press('認証コードを送信する');
    const failure = await screen.findByRole('alert', { name: '認証コードの送信に失敗しました' });
    expect(failure).toHaveTextContent('サービスに接続できませんでした。しばらくしてからもう一度お試しください。');
    await expectAccessible();

    respond('POST /api/send-password-reset-code', networkFailure);
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await press('認証コードを送信する');
    expect(await screen.findByText(/^インターネットに接続されていません。/)).toBeVisible();
    expect(await emailField()).toHaveValue(MEMBER.email);
  });

  test('when a code was sent moments ago, then the code step opens, because that code is valid', async () => {
    const { requestCode, respond } = openReset();
    respond('POST /api/send-password-reset-code', () => errorResponse('CodeResendTooSoon'));
    await requestCode();
    expect(screen.getByRole('button', { name: /^認証コードを再送信（あと\d+秒）$/ })).toBeDisabled();
  });
});

describe('the new password', () => {
  test('when a code was sent, then the page does not reveal whether the address has an account', async () => {
    const { requestCode } = openReset();
    await requestCode('nobody@example.jp');
    const note = screen.getByRole('note');
    expect(note).toHaveTextContent('nobody@example.jp が会員登録されている場合、6桁の認証コードをメールでお送りします。');
    expect(note).toHaveTextContent('登録されていないメールアドレスには届きません。');
    await expectAccessible();
  });

  test('when the code or the passwords are missing, weak or different, then each shows its error and nothing is sent', async () => {
    const { user, requestCode, press, choosePassword, requests } = openReset();
    await requestCode();
    await typeCode(user, CODE);
    await press('パスワードを再設定する');
    expect(await screen.findByText('新しいパスワードを入力してください。')).toBeVisible();
    expect(await passwordField()).toHaveFocus();
    await expectAccessible();

    await choosePassword('weakpassword', NEW_PASSWORD);
    await press('パスワードを再設定する');
    expect(await screen.findByText('パスワードが一致しません')).toBeVisible();
    const weak = 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。';
    expect(screen.getByText(weak)).toBeVisible();

    await choosePassword(NEW_PASSWORD);
    await user.click(await codeBox(6));
    await user.keyboard('{Backspace}');
    await press('パスワードを再設定する');
    expect(await screen.findByText('6桁の認証コードを入力してください')).toBeVisible();
    expect(await codeBox(1)).toHaveFocus();
    expect(requests('POST /api/reset-password')).toEqual([]);
  });

  test('when codes are wrong or tried too often, then the page shows the error, and a new code resets the password', async () => {
    const { requestCode, choosePassword, submitCode, press, respond, requests } = openReset();
    await requestCode();
    await choosePassword(NEW_PASSWORD);
    respond('POST /api/reset-password', () => errorResponse('CodeInvalid', { remainingAttempts: 4 }));
    await submitCode('000000');
    expect(await screen.findByText('認証コードが無効です')).toBeVisible();
    expect(screen.getByText('あと4回入力できます。')).toBeVisible();
    await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
    expect(typedCode()).toBe('');
    await expectAccessible();

    respond('POST /api/reset-password', () => errorResponse('CodeTriesExceeded'));
    await submitCode('111111');
    const exceeded = '認証コードの入力回数が上限に達しました。新しいコードを取得してください。';
    expect(await screen.findByText(exceeded)).toBeVisible();
    await waitFor(() => expect(typedCode()).toBe(''));

    await press('認証コードを再送信');
    expect(await screen.findByText('認証コードの送信を受け付けました。')).toBeVisible();
    expect(requests('POST /api/send-password-reset-code').map(({ body }) => body)).toEqual([
      { email: MEMBER.email },
      { email: MEMBER.email },
    ]);
    expect(screen.queryByText(exceeded)).toBeNull();
    respond('POST /api/reset-password', passwordReset);
    await submitCode();
    expect(await findHeading('パスワードを再設定しました')).toBeVisible();
    await expectAccessible();
  });

  test('when codes are typed and another one is sent, then the boxes are empty and focused again', async () => {
    const { user, requestCode, press } = openReset();
    await requestCode();
    await typeCode(user, '123');
    await press('認証コードを再送信');
    await waitFor(() => expect(typedCode()).toBe(''));
    await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
  });

  test('when the shop is unavailable, then the page shows the error and keeps the input, which can be sent again', async () => {
    const { requestCode, choosePassword, submitCode, press, respond, requests } = openReset();
    await requestCode();
    await choosePassword(NEW_PASSWORD);
    respond('POST /api/reset-password', unavailable);
    await submitCode();
    expect(await screen.findByRole('alert', { name: 'パスワードの再設定に失敗しました' })).toBeVisible();
    await expectAccessible();

    respond('POST /api/reset-password', passwordReset);
    await press('パスワードを再設定する');
    expect(await findHeading('パスワードを再設定しました')).toBeVisible();
    const sent = { email: MEMBER.email, code: CODE, newPassword: NEW_PASSWORD };
    expect(requests('POST /api/reset-password').map(({ body }) => body)).toEqual([sent, sent]);
  });
});
