import { describe, expect, test } from '@jest/globals';
import { FOOTER, previewOf, render } from '../../test/support/rendering.ts';
import { claimReminderMail, expiryReminderMail } from './download-reminder.mail.ts';
import { lineRefundedMail, orderConfirmationMail, orderDeliveryMail, orderLinkMail } from './index.ts';

const confirmation = orderConfirmationMail.samples['two-videos']!;
const delivery = orderDeliveryMail.samples['two-videos']!;

const VIDEOS = `■ ご注文の動画
1. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   動画の向き: 縦動画
   価格: ¥5,000（税込）

2. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 12A
   動画の向き: 横動画
   価格: ¥5,000（税込）

合計（2点）: ¥10,000（税込）
`;

const STATUS_BUTTON = `ご注文の状況を見る:
https://shop.example.jp/order-status/Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx
`;

const RECEIPT = `■ 領収書
宛名と但し書きを入力して発行できます。開くには、このメールアドレスの認証、またはログインが必要です。
領収書を発行する:
https://shop.example.jp/receipt/48213907
`;

test('when an order is paid, then the mail lists lines with prices, the total, and the next steps', async () => {
  const { subject, text } = await render({ mail: orderConfirmationMail, data: confirmation });
  expect(subject).toBe('【StageReel】ご注文ありがとうございます（注文番号 48213907）');
  expect(text).toBe(`ご注文ありがとうございます

山田 花子 様

このたびはStageReel（ステージリール）をご利用いただき、誠にありがとうございます。お支払いが完了し、次のご注文を承りました。

${STATUS_BUTTON}
■ ご注文
注文番号: 48213907
お支払い日時: 2026年11月20日(金) 18:00
お支払い方法: クレジットカード
お届け予定日: 2026年11月26日(木)まで

${VIDEOS}
■ お届けについて
・動画は、ご注文から2〜3営業日以内に、ダウンロードページのご案内メールでお届けします。
・ダウンロードは動画1本につき1回限りです。ダウンロードページの有効期限は、納品から30日間です。
・デジタル商品の性質上、ご購入後のキャンセル・返金はお受けできません。
・お問い合わせの際は、注文番号をお知らせください。

${RECEIPT}
${FOOTER}`);
});

test('when it is resent after a video was declined, then the mail marks that video and has the refund', async () => {
  const { text } = await render({ mail: orderConfirmationMail, data: orderConfirmationMail.samples['again-one-declined']! });
  expect(text).toContain(`お届け予定日: 2026年11月26日(木)まで
ご返金: ¥5,000（税込）

■ ご注文の動画
1. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   動画の向き: 縦動画
   価格: ¥5,000（税込）

2. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 12A
   動画の向き: 横動画
   制作: 制作できず返金
   価格: ¥5,000（税込）

合計（2点）: ¥10,000（税込）

■ お届けについて
・「制作できず返金」の動画はお届けいたしません。その代金は、お支払いに使われたクレジットカードへ返金いたします。
`);
});

test('when an order is delivered, then the mail has the link to the download page and its expiry in Tokyo time', async () => {
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
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   動画の向き: 縦動画

2. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 12A
   動画の向き: 横動画

■ ダウンロードの前にお読みください
・ダウンロードは動画1本につき1回限りです。保存する端末の空き容量と通信環境をご確認ください。
・ダウンロードを始めたブラウザでは、24時間以内であればやり直せます。ほかのブラウザや端末では開けなくなります。
・メールアプリやSNSアプリの中の画面ではなく、SafariやChromeなどのブラウザで開くことをおすすめします。
・期限を過ぎるとダウンロードできなくなります。
・ダウンロードページのURLは、ほかの方に教えないでください。

■ お受け取りの確認
動画を受け取られたら「届きました」、お困りのときは「問題があります」を押してお知らせください。
${STATUS_BUTTON}
■ 領収書
宛名と但し書きを入力して発行できます。
領収書を発行する:
https://shop.example.jp/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE/receipt

${FOOTER}`);
});

test.each([
  [
    claimReminderMail,
    '【StageReel】動画のダウンロードはお済みですか（注文番号 48213907）',
    'お届けした動画が、まだダウンロードされていません。期限は 2026年12月23日(水) 12:00 です。',
    /先日お届けした動画が、まだダウンロードされていないようです。ダウンロードの期限は 2026年12月23日\(水\) 12:00 です。/,
  ],
  [
    expiryReminderMail,
    '【StageReel】動画のダウンロード期限が近づいています（注文番号 48213907）',
    'まだダウンロードされていない動画があります。期限は 2026年12月23日(水) 12:00 です。',
    /お届けした動画のうち、まだダウンロードされていないものがあります。/,
  ],
])('when videos wait for their download, then the reminder links to them and to the status page', async (mail, subject, preview, intro) => {
  const rendered = await render({ mail, data: mail.samples['two-videos']! });
  expect(rendered.subject).toBe(subject);
  expect(previewOf(rendered.html)).toBe(preview);
  expect(rendered.text).toMatch(intro);
  expect(rendered.text).toContain('https://shop.example.jp/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE');
  expect(rendered.text).toContain(STATUS_BUTTON);
  expect(rendered.text).toContain('ゼッケン番号: 12A');
});

test('when a line is declined, then the mail apologises, has video, amount and reason, and explains the refund', async () => {
  const { subject, text, html } = await render({ mail: lineRefundedMail, data: lineRefundedMail.samples['one-of-three']! });
  expect(subject).toBe('【StageReel】動画をお届けできないお詫びとご返金のお知らせ（注文番号 48213907）');
  expect(previewOf(html)).toBe('ご注文の動画1点を制作できないため、¥5,000（税込）を返金いたしました。');
  expect(text).toBe(`動画をお届けできないことのお詫び

山田 花子 様

誠に申し訳ございません。ご注文いただいた動画のうち、次の1点を制作することができません。この動画の代金は、お支払いに使われたクレジットカードへ返金の手続きをいたしました。

■ 制作できない動画
1. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   動画の向き: 縦動画
   価格: ¥5,000（税込）

■ ご返金
注文番号: 48213907
返金額: ¥5,000（税込）
返金の手続き日時: 2026年11月24日(火) 11:30
理由: 撮影機材の不具合により、該当の演技を収録できていませんでした。

■ ご返金について
・カードのご利用明細に反映される時期はカード会社によって異なり、5〜10営業日ほどかかることがあります。
・カードのご請求が済んでいない場合は、ご請求の取り消しとして反映されることがあります。
・同じご注文にほかの動画がある場合、そちらのお届けに変わりはありません。
・お問い合わせの際は、注文番号をお知らせください。

${FOOTER}`);
});

describe('the mail of an order lookup', () => {
  const awaited = orderLinkMail.samples['awaited']!;
  const delivered = orderLinkMail.samples['delivered']!;

  test('when the order is not delivered, then it has the promised day', async () => {
    const { subject, text, html } = await render({ mail: orderLinkMail, data: awaited });
    expect(subject).toBe('【StageReel】ご注文内容のご案内（注文番号 48213907）');
    expect(previewOf(html)).toBe('ご注文の動画は準備中です。お届け予定日は 2026年11月26日(木) までです。');
    expect(text).toBe(`ご注文内容のご案内

山田 花子 様

ご注文の照会をいただきましたので、ご注文の内容をお送りします。ご注文の動画は準備中です。準備ができましたら、ダウンロードページのご案内をこのメールアドレスにお送りします。

${STATUS_BUTTON}
■ ご注文
注文番号: 48213907
お支払い日時: 2026年11月20日(金) 18:00
お届け予定日: 2026年11月26日(木)まで

${VIDEOS}
${RECEIPT}
■ ご注意
・照会に心当たりがない場合は、何もせずに破棄してください。ご注文の内容は変わっていません。

${FOOTER}`);
  });

  test('when the order is delivered, then it has the link to the download page and its expiry', async () => {
    const { text, html } = await render({ mail: orderLinkMail, data: delivered });
    expect(previewOf(html)).toBe('ご注文の動画はお届け済みです。ダウンロードの期限は 2026年12月23日(水) 12:00 です。');
    expect(text).toBe(`ご注文内容のご案内

山田 花子 様

ご注文の照会をいただきましたので、ご注文の内容をお送りします。ご注文の動画はお届け済みです。ダウンロードページを開いて、動画をお受け取りください。

ダウンロードページを開く:
https://shop.example.jp/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE

■ ご注文
注文番号: 48213907
お支払い日時: 2026年11月20日(金) 18:00
ダウンロード期限: 2026年12月23日(水) 12:00

${VIDEOS}
${RECEIPT}
■ ご注意
・ダウンロードページのURLは、ほかの方に教えないでください。
・照会に心当たりがない場合は、何もせずに破棄してください。ご注文の内容は変わっていません。

${FOOTER}`);
  });

  test.each([
    ['the last minute of the promised day', '2026-11-26T14:59:59.999Z', false],
    ['the minute after it', '2026-11-26T15:00:00.000Z', true],
  ])('when it is rendered in %s, then it apologises only if the promised day is over', async (_, now, isLate) => {
    const { text } = await render({ mail: orderLinkMail, data: awaited, now: new Date(now) });
    expect(text.includes('お届け予定日を過ぎており、お待たせして申し訳ございません。')).toBe(isLate);
    expect(text).toContain('お届け予定日: 2026年11月26日(木)まで');
  });

  test('when the download page has expired, then the mail says so and has no button', async () => {
    const { expiresAt } = delivered.page!;
    const { text, html } = await render({ mail: orderLinkMail, data: delivered, now: new Date(expiresAt) });
    expect(text).toContain('ダウンロードの期限を過ぎています。ダウンロードがお済みでない場合は、お問い合わせページからご連絡ください。');
    expect(text).toContain('ダウンロード期限: 2026年12月23日(水) 12:00');
    expect(html).not.toContain('/download/');
    expect(text).toContain(RECEIPT);
  });
});
