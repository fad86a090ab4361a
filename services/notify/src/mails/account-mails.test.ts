import { describe, expect, test } from '@jest/globals';
import { CODE_PURPOSES } from '@stagereel/contracts';
import { FOOTER, previewOf, render } from '../../test/support/rendering.ts';
import {
  alreadyRegisteredMail,
  codeMail,
  dailySummaryMail,
  passwordChangedMail,
  passwordResetMail,
  registrationMail,
  verifyLinkMail,
} from './index.ts';

test('when a code that proves an address is requested, then the mail has its purpose, its expiry and a warning not to share it', async () => {
  const { subject, text } = await render({ mail: codeMail, data: codeMail.samples['order']! });
  expect(subject).toBe('【StageReel】認証コードのお知らせ');
  expect(text).toBe(`認証コードのお知らせ

StageReel（ステージリール）をご利用いただき、ありがとうございます。お手続きを続けるには、次の認証コードを画面に入力してください。

認証コード: 048213

有効期限は 2026年11月20日(金) 18:10（発行から10分間）です。

■ ご注意
・有効期限を過ぎた場合は、画面から新しいコードを取得してください。新しいコードを取得すると、以前のコードは使えなくなります。
・認証コードは誰にも教えないでください。StageReelの担当者がコードをお尋ねすることはありません。
・このメールに心当たりがない場合は、何もせずに破棄してください。コードが入力されないかぎり、手続きは進みません。

${FOOTER}`);
});

test('when codes are requested for different purposes, then each mail has a different subject', async () => {
  const rendered = await Promise.all(CODE_PURPOSES.map((purpose) => render({ mail: codeMail, data: codeMail.samples[purpose]! })));
  expect(rendered.map(({ subject }) => subject)).toEqual([
    '【StageReel】認証コードのお知らせ',
    '【StageReel】会員登録の認証コードのお知らせ',
    '【StageReel】管理画面ログインの認証コードのお知らせ',
    '【StageReel】ログインの認証コードのお知らせ',
    '【StageReel】パスワード変更の認証コードのお知らせ',
    '【StageReel】パスワード再設定の認証コードのお知らせ',
  ]);
  for (const { subject, html } of rendered) expect([subject, previewOf(html)].join()).not.toContain('048213');
});

test('when an account is created, then the mail has its benefits and its pages', async () => {
  const { subject, text } = await render({ mail: registrationMail, data: registrationMail.samples['new-account']! });
  expect(subject).toBe('【StageReel】会員登録完了のお知らせ');
  expect(text).toBe(`会員登録が完了しました

山田 花子 様

StageReel（ステージリール）にご登録いただき、ありがとうございます。会員登録が完了しました。

StageReelを開く:
https://shop.example.jp/

■ ご登録の内容
お名前: 山田 花子
メールアドレス: hanako@example.jp

■ 会員の方ができること
・ご注文の際の、メールアドレスの認証を省略できます。
・これまでのご注文を、購入履歴で確認できます。このメールアドレスで会員登録の前にいただいたご注文も表示します。
・納品された動画のダウンロードページを、購入履歴から開けます。

■ 会員ページ
ご注文の内容と納品の状況を確認できます。
購入履歴:
https://shop.example.jp/purchase-history

パスワードを変更できます。
アカウント:
https://shop.example.jp/account

■ ご注意
・StageReelの担当者が、メールや電話でパスワードをお尋ねすることはありません。
・このメールに心当たりがない場合は、お手数ですが、お問い合わせページからご連絡ください。

${FOOTER}`);
});

describe('the link that verifies an address', () => {
  const sample = verifyLinkMail.samples['one-day']!;

  test('when it is sent, then the mail has its expiry and what happens in another browser', async () => {
    const { subject, text } = await render({ mail: verifyLinkMail, data: sample });
    expect(subject).toBe('【StageReel】メールアドレスの確認のお願い');
    expect(text).toBe(`メールアドレスの確認のお願い

StageReel（ステージリール）の会員登録をお申し込みいただき、ありがとうございます。次のリンクからメールアドレスを確認すると、会員登録が完了します。

リンクの有効期限は 2026年11月21日(土) 18:00（お申し込みから24時間）です。

メールアドレスを確認する:
https://shop.example.jp/verify-email?token=Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM

■ ご注意
・お申し込みのときとは別のブラウザや端末で開いた場合は、お申し込みの際に設定したパスワードの入力をお願いします。
・有効期限を過ぎた場合は、お手数ですが、もう一度会員登録をお願いします。
・このリンクは、ほかの方に教えないでください。
・このメールに心当たりがない場合は、リンクを開かずに破棄してください。確認されないかぎり、会員登録は完了しません。

${FOOTER}`);
  });

  test('when it is sent, then neither subject nor preview contain it', async () => {
    const { subject, html } = await render({ mail: verifyLinkMail, data: sample });
    expect([subject, previewOf(html)].join()).not.toContain(sample.token);
  });

  test('when the registered name contains advertising, then the mail does not contain the name', async () => {
    const { subject, html, text } = await render({ mail: verifyLinkMail, data: { ...sample, name: '当選！ evil.example へ' } });
    expect([subject, html, text].join()).not.toContain('evil.example');
  });
});

test('when a registered address is registered again, then the mail says so and has the links to sign in', async () => {
  const { subject, text } = await render({ mail: alreadyRegisteredMail, data: alreadyRegisteredMail.samples['again']! });
  expect(subject).toBe('【StageReel】会員登録のお申し込みについて');
  expect(text).toBe(`すでに会員登録されています

StageReel（ステージリール）で、このメールアドレスによる会員登録のお申し込みがありました。このメールアドレスはすでに会員登録されていますので、新しい登録は行っていません。ログインしてご利用ください。

ログインする:
https://shop.example.jp/login

■ パスワードをお忘れの場合
メールでお送りする認証コードで、新しいパスワードを設定できます。
パスワードを再設定する:
https://shop.example.jp/forgot-password

■ ご注意
・ご登録の内容とパスワードは変わっていません。
・このメールに心当たりがない場合は、何もせずに破棄してください。ほかの方がメールアドレスを間違えて入力した可能性があります。

${FOOTER}`);
});

describe('a new password', () => {
  const IF_IT_WAS_NOT_YOU = `■ お心当たりがない場合
第三者がアカウントを操作したおそれがあります。すぐに新しいパスワードを設定してください。
パスワードを再設定する:
https://shop.example.jp/forgot-password

パスワードを再設定できない場合や、身に覚えのないご注文がある場合は、ご連絡ください。
お問い合わせ:
https://shop.example.jp/contact
`;

  test('when it was changed in the account, then the mail has the time in Tokyo, the ended sessions, and what to do', async () => {
    const { subject, text } = await render({ mail: passwordChangedMail, data: passwordChangedMail.samples['by-night']! });
    expect(subject).toBe('【StageReel】パスワード変更のお知らせ');
    expect(text).toBe(`パスワードを変更しました

StageReel（ステージリール）のアカウントのパスワードを変更しました。

安全のため、変更のお手続きをしたブラウザを除いて、すべてのブラウザからログアウトしました。お客様ご自身のお手続きであれば、このメールへの対応は必要ありません。

■ お手続きの内容
変更日時: 2026年11月21日(土) 00:05
メールアドレス: hanako@example.jp

${IF_IT_WAS_NOT_YOU}
${FOOTER}`);
  });

  test('when it was reset with a code, then the mail says so', async () => {
    const { subject, text } = await render({ mail: passwordResetMail, data: passwordResetMail.samples['by-night']! });
    expect(subject).toBe('【StageReel】パスワード再設定のお知らせ');
    expect(text).toBe(`パスワードを再設定しました

StageReel（ステージリール）のアカウントのパスワードを、メールでお送りした認証コードにより再設定しました。

安全のため、すべてのブラウザからログアウトしました。新しいパスワードでログインしてください。お客様ご自身のお手続きであれば、このメールへの対応は必要ありません。

■ お手続きの内容
再設定日時: 2026年11月21日(土) 00:05
メールアドレス: hanako@example.jp

${IF_IT_WAS_NOT_YOU}
${FOOTER}`);
  });
});

test('when something is to do, then the daily summary has the figures and links only to the lists that are not empty', async () => {
  const { subject, html, text } = await render({ mail: dailySummaryMail, data: dailySummaryMail.samples['busy-day']! });
  expect(subject).toBe('【StageReel】今日の状況（2026年11月23日(月)）');
  expect(previewOf(html)).toContain('未対応 42件、納期超過 3件、本日が納期 8件。');
  expect(text).toContain('納期を過ぎた注文が3件あります\n');
  expect(text).toContain('2026年11月22日(日) 08:00以降: ¥86,500（12件）\n今月: ¥1,284,500（173件）\n');
  const links = [...text.matchAll(/https:\/\/shop\.example\.jp\/admin(\S*)/gu)].map(([, search]) => search);
  expect(links).toEqual([
    '?tab=orders',
    '?tab=orders&show=late',
    '?tab=orders&show=due-today',
    '?tab=orders&view=handled&show=failed-mail',
    '?tab=orders&show=task',
    '?tab=orders&view=handled&show=unclaimed',
    '?tab=contests&show=no-samples',
    '?tab=contests&show=no-athletes',
    '?tab=sales&from=2026-11-01&to=2026-11-30',
  ]);
});

test('when the contests are not known, then the daily summary says so', async () => {
  const { text } = await render({ mail: dailySummaryMail, data: dailySummaryMail.samples['only-sales-without-catalog']! });
  expect(text).toContain('大会の状況は取得できませんでした。');
  expect(text).not.toContain('納期を過ぎた注文が');
});
