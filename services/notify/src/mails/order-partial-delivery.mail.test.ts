import { describe, expect, test } from '@jest/globals';
import { previewOf, render } from '../../test/support/rendering.ts';
import { orderDeliveryMail, orderLinkMail, orderPartialDeliveryMail } from './index.ts';

describe('an order that is delivered in parts', () => {
  const part = orderPartialDeliveryMail.samples['one-of-two']!;

  test('when a part is delivered, then the mail has the finished videos, those that follow and when, and the status page', async () => {
    const { subject, text, html } = await render({ mail: orderPartialDeliveryMail, data: part });
    expect(subject).toBe('【StageReel】一部の動画の納品のお知らせ（注文番号 48213907）');
    expect(previewOf(html)).toBe('ご注文の動画のうち1本の準備ができました。ダウンロードの期限は 2026年12月23日(水) 12:00 です。');
    expect(text).toContain(`ご注文の動画のうち、準備ができた1本を先にお届けします。ダウンロードページを開いて、動画をお受け取りください。

ダウンロードページを開く:
https://shop.example.jp/download/q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE
`);
    expect(text).toContain(`■ お届けする動画
1. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 012（山田 花子）
   動画の向き: 縦動画

■ あとからお届けする動画
1. ステージカップ2026 東京大会
   カテゴリー: 女子ビキニ フィットネス
   ゼッケン番号: 12A
   動画の向き: 横動画

残りの1本は、2026年11月26日(木)までにお届けする予定です。準備ができしだい、あらためてメールでご案内します。
`);
    expect(text).toContain('https://shop.example.jp/order-status/Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx');
  });

  test('when the promised day is over, then the mail apologises for the rest', async () => {
    const { text } = await render({ mail: orderPartialDeliveryMail, data: orderPartialDeliveryMail.samples['late']! });
    expect(text).toContain('残りの2本は、お届け予定日（2026年11月6日(金)）を過ぎており、お待たせして誠に申し訳ございません。');
  });

  test('when the rest is delivered, then the mail says so and has only the new video', async () => {
    const { text } = await render({ mail: orderDeliveryMail, data: orderDeliveryMail.samples['rest']! });
    expect(text).toContain('先にお届けした動画に続いて、残りの動画の準備ができました。');
    expect([text.includes('12A'), text.includes('012')]).toEqual([true, false]);
  });

  test('when the order is looked up, then the mail has the download page, and says that the rest follows', async () => {
    const { text } = await render({ mail: orderLinkMail, data: orderLinkMail.samples['partly-delivered']! });
    expect(text).toContain(
      'ご注文の動画の一部はお届け済みです。ダウンロードページを開いて、動画をお受け取りください。残りの動画は準備中で、2026年11月26日(木)までにお届けする予定です。',
    );
    expect(text).toContain('ダウンロードページを開く:');
  });
});
