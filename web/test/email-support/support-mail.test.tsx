import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { json } from '../../src/testing/open-page.tsx';
import { openEmailSupport, SELLER, SENDER } from './open-email-support.ts';

/** The mail that the page's link to the support opens. */
const supportMail = async () => {
  const link = await screen.findByRole('link', { name: 'サポートにメールを送る' });
  const { pathname, searchParams } = new URL(String(link.getAttribute('href')));
  return { to: pathname, subject: searchParams.get('subject'), lines: String(searchParams.get('body')).split('\r\n') };
};
const backLink = () => screen.getByRole('link', { name: '会員登録に戻る' });

test('when a registration waits for its code, then the support mail contains the email address and the name (customer 2.38)', async () => {
  const { user } = openEmailSupport({
    'POST /api/send-registration-code': () => json({ message: '', expiresInSeconds: 600, resendAfterSeconds: 60 }),
  });
  expect(await supportMail()).toEqual({
    to: SELLER.email,
    subject: '【StageReel】メールが届かない件',
    lines: expect.arrayContaining(['入力したメールアドレス：', 'お名前：', 'サービス名：StageReel（ステージリール）']),
  });

  await user.click(backLink());
  await waitFor(() => expect(window.location.pathname).toBe('/register'));
  const main = await screen.findByRole('main');
  for (const [label, text] of [
    [/^お名前/, '山田 花子'],
    [/^メールアドレス/, 'never-arrives@example.jp'],
    [/^パスワード(?!（)/, 'Hanamaru2026'],
    [/^パスワード（確認）/, 'Hanamaru2026'],
  ] as const) {
    await user.click(await within(main).findByLabelText(label, { selector: 'input' }));
    await user.paste(text);
  }
  expect(within(main).getByRole('link', { name: 'メールが届かないとき' })).toHaveAttribute('href', '/email-support');
  await user.click(screen.getByRole('checkbox', { name: /利用規約に同意する/ }));
  await user.click(screen.getByRole('button', { name: '認証コードを送信する' }));
  await screen.findByLabelText('認証コード 1桁目');
  expect(screen.getByText('never-arrives@example.jp')).toBeVisible();

  await user.click(within(main).getByRole('link', { name: 'メールが届かないとき' }));
  await screen.findByRole('heading', { level: 1, name: 'メールが届かないとき' });
  expect((await supportMail()).lines).toEqual(
    expect.arrayContaining(['入力したメールアドレス：never-arrives@example.jp', 'お名前：山田 花子']),
  );
  expect(screen.getByText(/お名前：山田 花子/, { selector: 'pre' })).toBeVisible();

  await user.click(backLink());
  expect(await screen.findByLabelText('認証コード 1桁目')).toBeVisible();
});

test('when the page is opened, then it explains how long a code is valid and which code counts', async () => {
  openEmailSupport();
  await supportMail();
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  for (const text of [/5〜10分ほどかかる/, /有効期限は、送信から10分間です。/, /最後に送信されたコードだけです。/, /5回間違えると/]) {
    expect(items).toContainEqual(expect.stringMatching(text));
  }
});

test('when the sender is known, then the steps of the mobile carriers name its domain', async () => {
  openEmailSupport();
  const step = `「受信するメールの登録」に「${SENDER.domain}」を追加し、内容を確認して設定を確定します。`;
  expect((await screen.findAllByText(step))[0]).toBeInTheDocument();
  for (const provider of [
    'Gmail',
    'Yahoo!メール',
    'Outlook・Hotmail',
    'iCloudメール',
    'ドコモ（docomo）',
    'au・UQ mobile',
    'ソフトバンク（SoftBank）',
  ]) {
    expect(screen.getByText(provider)).toBeVisible();
  }
});
