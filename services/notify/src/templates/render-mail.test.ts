import { describe, expect, test } from '@jest/globals';
import { CODE_PURPOSES } from '@stagereel/contracts';
import { codeMail, mailCatalogue, orderConfirmationMail, orderDeliveryMail } from '../mails/index.ts';
import type { Mail } from '../mails/mail.ts';
import { renderMail } from './render-mail.tsx';

const shop = { publicUrl: 'https://shop.example.jp' };
const NOW = new Date('2026-11-21T03:00:00.000Z');
const render = <Data>({ mail, data, now = NOW }: { mail: Mail<Data>; data: Data; now?: Date }) => renderMail({ mail, data, shop, now });

/** Gmail shows no more of a mail than this. */
const GMAIL_CUT_BYTES = 102 * 1024;

const confirmation = orderConfirmationMail.samples['two-videos']!;
const delivery = orderDeliveryMail.samples['two-videos']!;

const FOOTER = `----------------------------------------
このメールはStageReelから自動でお送りしています。送信専用のため、ご返信いただいてもお答えできません。
お問い合わせ: https://shop.example.jp/contact
StageReel（ステージリール）: https://shop.example.jp/
`;

describe('texts, letter by letter', () => {
  test('when a code is asked for an order, the mail says what it is for, until when it holds and whom not to tell', async () => {
    const { subject, text } = await render({ mail: codeMail, data: codeMail.samples['order']! });
    expect(subject).toBe('【StageReel】認証コードのお知らせ');
    expect(text).toBe(`認証コードのお知らせ

StageReel（ステージリール）をご利用いただき、ありがとうございます。ご注文の手続きを続けるには、次の認証コードを画面に入力してください。

認証コード: 048213

有効期限は 2026年11月20日(金) 18:10（発行から10分間）です。

■ ご注意
・有効期限を過ぎた場合は、画面から新しいコードを取得してください。新しいコードを取得すると、以前のコードは使えなくなります。
・認証コードは誰にも教えないでください。StageReelの担当者がコードをお尋ねすることはありません。
・このメールに心当たりがない場合は、何もせずに破棄してください。コードが入力されないかぎり、手続きは進みません。

${FOOTER}`);
  });

  test('when an order is paid, the mail lists lines with prices, the total, and what happens next', async () => {
    const { subject, text } = await render({ mail: orderConfirmationMail, data: confirmation });
    expect(subject).toBe('【StageReel】ご注文ありがとうございます（注文番号 48213907）');
    expect(text).toBe(`ご注文ありがとうございます

山田 花子 様

このたびはStageReel（ステージリール）をご利用いただき、誠にありがとうございます。お支払いが完了し、次のご注文を承りました。

■ ご注文
注文番号: 48213907
お支払い日時: 2026年11月20日(金) 18:00
お支払い方法: クレジットカード

■ ご注文の動画
1. ステージカップ2026 東京大会
   カテゴリ: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   種類: 縦動画
   価格: ¥5,000（税込）

2. ステージカップ2026 東京大会
   カテゴリ: 女子ビキニ フィットネス
   ゼッケン番号: 12A
   種類: 横動画
   価格: ¥5,000（税込）

合計（2点）: ¥10,000（税込）

■ お届けについて
・動画は、ご注文から2〜3営業日以内に、ダウンロードページのご案内メールでお届けします。
・ダウンロードは動画1本につき1回限りです。ダウンロードページの有効期限は、納品から30日間です。
・デジタル商品の性質上、ご購入後のキャンセル・返金はお受けできません。
・お問い合わせの際は、注文番号をお知らせください。

■ 領収書
宛名と但し書きを入力して発行できます。開くには、このメールアドレスの認証、またはログインが必要です。
領収書を発行する:
https://shop.example.jp/receipt/48213907

${FOOTER}`);
  });

  test('when an order is delivered, the mail leads to the download page and says until when, in Tokyo time', async () => {
    const { subject, text } = await render({ mail: orderDeliveryMail, data: delivery });
    expect(subject).toBe('【StageReel】動画の納品のお知らせ（注文番号 48213907）');
    expect(text).toBe(`動画の準備ができました

山田 花子 様

お待たせいたしました。ご注文の動画の準備ができました。ダウンロードページを開いて、動画をお受け取りください。

ダウンロードページを開く:
https://shop.example.jp/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE

■ ご注文
注文番号: 48213907
ダウンロード期限: 2026年12月23日(水) 12:00

■ お届けする動画
1. ステージカップ2026 東京大会
   カテゴリ: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   種類: 縦動画

2. ステージカップ2026 東京大会
   カテゴリ: 女子ビキニ フィットネス
   ゼッケン番号: 12A
   種類: 横動画

■ ダウンロードの前にお読みください
・ダウンロードは動画1本につき1回限りです。保存する端末の空き容量と通信環境をご確認ください。
・ダウンロードを始めたブラウザでは、24時間以内であればやり直せます。ほかのブラウザや端末では開けなくなります。
・メールアプリやSNSアプリの中の画面ではなく、SafariやChromeなどのブラウザで開くことをおすすめします。
・期限を過ぎるとダウンロードできなくなります。
・ダウンロードページのURLは、ほかの方に教えないでください。

■ 領収書
宛名と但し書きを入力して発行できます。
領収書を発行する:
https://shop.example.jp/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE/receipt

${FOOTER}`);
  });

  test('when codes are asked for different purposes, each mail has a subject of its own', async () => {
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
});

const previewOf = (html: string): string => /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1] ?? '';

describe('HTML', () => {
  const all = mailCatalogue.flatMap((mail) =>
    Object.keys(mail.samples).map((sample) => [`${mail.template} ${sample}`, mail as Mail, sample] as const),
  );
  test.each(all)(
    'when %s is rendered, it is Japanese, knows both schemes, and needs no pictures, scripts or other files',
    async (_, mail, sample) => {
      const { html, subject } = await render({ mail, data: mail.samples[sample] });
      expect(html).toMatch(/^<!DOCTYPE html[^>]*><html dir="ltr" lang="ja">/);
      expect(html).not.toContain('lang="en"');
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).toContain('prefers-color-scheme: dark');
      expect(html).toContain('name="color-scheme" content="light dark"');
      expect(html).not.toMatch(/<img|<script|<link|url\(/);
      expect(previewOf(html)).not.toBe('');
    },
  );

  test('when an order is delivered, button and plain link lead to the same page', async () => {
    const { html } = await render({ mail: orderDeliveryMail, data: delivery });
    const url = `https://shop.example.jp/download/${delivery.pageId}`;
    expect(html.split(`href="${url}"`)).toHaveLength(3);
    expect(html).toContain(`>${url}</a>`);
  });

  test('when an order has the most lines there can be, the mail stays under the size at which Gmail cuts', async () => {
    const [, , longest] = orderConfirmationMail.samples['three-videos-long-names']!.lines;
    const lines = Array.from({ length: 50 }, () => longest!);
    const { html } = await render({ mail: orderConfirmationMail, data: { ...confirmation, lines } });
    expect(html.split('（Maximilian-Alexander')).toHaveLength(51);
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_CUT_BYTES);
  });
});

describe('what users typed', () => {
  const evil = '<b onclick="x()">太郎</b> & "co"';

  test('when a name holds HTML, a mail program shows it as text', async () => {
    const { html, text } = await render({ mail: orderConfirmationMail, data: { ...confirmation, customerName: evil } });
    expect(html).toContain('&lt;b onclick=&quot;x()&quot;&gt;太郎&lt;/b&gt; &amp; &quot;co&quot; 様');
    expect(html).not.toContain('<b onclick');
    expect(text).toContain(`${evil} 様`);
  });

  test('when a name holds line breaks and marks that turn text around, they make no lines of their own', async () => {
    const lines = confirmation.lines.map((line) => ({ ...line, athleteName: 'あ\r\n合計: ¥1\u2028い\u202eう' }));
    const data = { ...confirmation, orderNumber: '48213907\r\nBcc: x@example.jp', customerName: '太郎\r\n\r\n■ お知らせ', lines };
    const { subject, text } = await render({ mail: orderConfirmationMail, data });
    expect(subject).toBe('【StageReel】ご注文ありがとうございます（注文番号 48213907 Bcc: x@example.jp）');
    expect(text).toContain('太郎 ■ お知らせ 様');
    expect(text).toContain('   ゼッケン番号: 012（あ 合計: ¥1 い う）');
    expect(text.split('\n').filter((line) => /^(合計: ¥1|■ お知らせ|Bcc)/.test(line))).toEqual([]);
  });

  test('when a page id holds what does not belong into an address, it stays inside its part of the path', async () => {
    const { text } = await render({ mail: orderDeliveryMail, data: { ...delivery, pageId: '../x?y=1#z' } });
    expect(text).toContain('https://shop.example.jp/download/..%2Fx%3Fy%3D1%23z\n');
  });
});
