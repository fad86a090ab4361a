import { expect, test } from '@jest/globals';
import { FOOTER, previewOf, render } from '../../test/support/rendering.ts';
import { saleStartedMail } from './index.ts';

test('when a sale starts, then the mail has the contest, the order form, and that the address was deleted', async () => {
  const { subject, html, text } = await render({ mail: saleStartedMail, data: saleStartedMail.samples['usual']! });
  expect(subject).toBe('【StageReel】ステージカップ2026 東京大会の動画販売を開始しました');
  expect(previewOf(html)).toContain('ステージカップ2026 東京大会の動画販売を開始しました');
  expect(text).toBe(`ステージカップ2026 東京大会の動画販売を開始しました

お待たせいたしました。販売開始のお知らせをお申し込みいただいた大会の動画を、ご注文いただけるようになりました。

動画を注文する:
https://shop.example.jp/order-form/${encodeURIComponent('ステージカップ2026東京大会')}

■ 大会
大会名: ステージカップ2026 東京大会
開催日: 2026年11月3日
会場: 東京体育館

■ メールアドレスの取り扱い
・このお知らせのためにお預かりしたメールアドレスは、このメールの送信をもって削除しました。
・このメールに心当たりがない場合は、何もせずに破棄してください。

${FOOTER}`);
});

test('when the place of the contest is not known, then the mail does not have an empty one', async () => {
  const { text } = await render({ mail: saleStartedMail, data: saleStartedMail.samples['long-name-without-place']! });
  expect(text).toContain('開催日: 未定\n');
  expect(text).not.toContain('会場');
});
