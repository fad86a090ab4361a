import { formatDateTime, videoReplaced, videoReplacedSubject } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { orderedVideos } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

const [replaced, , longest] = sampleLines('48213907');
if (!replaced || !longest) throw new Error('sampleLines has no line for the samples');
const page = {
  deliveredAt: '2026-11-23T03:00:00.000Z',
  pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE',
  expiresAt: '2026-12-23T03:00:00.000Z',
};

/** A delivered video was replaced: the customer can download it once more from the same download page. */
export const videoReplacedMail = defineMail({
  template: 'video-replaced',
  event: videoReplaced,
  recipient: ({ email }) => email,
  orderNumber: ({ orderNumber }) => orderNumber,
  expiresAt: () => null,
  deliveredAt: ({ deliveredAt }) => deliveredAt,
  subject: ({ orderNumber }) => videoReplacedSubject(orderNumber),
  content: ({ data: { orderNumber, customerName, pageId, expiresAt, line }, shop }) => ({
    preview: `お届けした動画1点を差し替えました。ダウンロードの期限は ${formatDateTime(expiresAt)} です。`,
    heading: '動画を差し替えました',
    blocks: [
      { kind: 'paragraph', text: `${customerName} 様` },
      {
        kind: 'paragraph',
        text: 'お届けした動画のうち、次の1点を新しい動画に差し替えました。お手数をおかけしますが、ダウンロードページから新しい動画をお受け取りください。',
      },
      { kind: 'link', label: 'ダウンロードページを開く', url: shopPages(shop).download(pageId), hint: mailTexts.buttonHint },
      {
        kind: 'facts',
        heading: 'ご注文',
        facts: [
          { label: '注文番号', value: orderNumber },
          { label: 'ダウンロード期限', value: formatDateTime(expiresAt) },
        ],
      },
      { kind: 'videos', heading: '差し替えた動画', videos: orderedVideos({ lines: [line], isPriced: false }), total: null },
      {
        kind: 'notes',
        heading: 'ダウンロードの前にお読みください',
        notes: [
          'この動画をダウンロード済みの場合も、新しい動画をもう一度ダウンロードできます。追加の料金はかかりません。',
          '差し替えた動画のダウンロードも1回限りです。保存する端末の空き容量と通信環境をご確認ください。',
          'ダウンロードページのURLは、ほかの方に教えないでください。',
          '同じご注文のほかの動画に変わりはありません。',
        ],
      },
    ],
  }),
  samples: {
    'one-of-three': { orderNumber: '48213907', email: 'hanako@example.jp', customerName: '山田 花子', ...page, line: replaced },
    'long-texts': {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: 'フランシスコ・ザビエル・デ・ヤス・イ・アスピルクエタ',
      ...page,
      line: longest,
    },
  },
});
