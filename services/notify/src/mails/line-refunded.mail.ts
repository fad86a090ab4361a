import { formatDateTime, formatPrice, lineRefunded, lineRefundedSubject } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { orderedVideos } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';

const [declined, , longest] = sampleLines('48213907');
if (!declined || !longest) throw new Error('sampleLines has no line for the samples');

/** A video will not be made, and its price was refunded to the card. */
export const lineRefundedMail = defineMail({
  template: 'line-refunded',
  event: lineRefunded,
  recipient: ({ email }) => email,
  orderNumber: ({ line }) => line.lineNumber,
  expiresAt: () => null,
  subject: ({ orderNumber }) => lineRefundedSubject(orderNumber),
  content: ({ data: { orderNumber, customerName, line, amount, reason, refundedAt } }) => ({
    preview: `ご注文の動画1点を制作できないため、${formatPrice(amount)}を返金いたしました。`,
    heading: '動画をお届けできないことのお詫び',
    blocks: [
      { kind: 'paragraph', text: `${customerName} 様` },
      {
        kind: 'paragraph',
        text: '誠に申し訳ございません。ご注文いただいた動画のうち、次の1点を制作することができません。この動画の代金は、お支払いに使われたクレジットカードへ返金の手続きをいたしました。',
      },
      { kind: 'videos', heading: '制作できない動画', videos: orderedVideos({ lines: [line], isPriced: true }), total: null },
      {
        kind: 'facts',
        heading: 'ご返金',
        facts: [
          { label: '注文番号', value: orderNumber },
          { label: '返金額', value: formatPrice(amount) },
          { label: '返金の手続き日時', value: formatDateTime(refundedAt) },
          { label: '理由', value: reason },
        ],
      },
      {
        kind: 'notes',
        heading: 'ご返金について',
        notes: [
          'カードのご利用明細に反映される時期はカード会社によって異なり、5〜10営業日ほどかかることがあります。',
          'カードのご請求が済んでいない場合は、ご請求の取り消しとして反映されることがあります。',
          '同じご注文にほかの動画がある場合、そちらのお届けに変わりはありません。',
          'お問い合わせの際は、注文番号をお知らせください。',
        ],
      },
    ],
  }),
  samples: {
    'one-of-three': {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: '山田 花子',
      line: declined,
      amount: declined.price,
      reason: '撮影機材の不具合により、該当の演技を収録できていませんでした。',
      refundedAt: '2026-11-24T02:30:00.000Z',
    },
    'long-texts': {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: 'フランシスコ・ザビエル・デ・ヤス・イ・アスピルクエタ',
      line: longest,
      amount: longest.price,
      reason: '会場の都合により撮影位置が変更となり、該当の選手の演技の前半が映像に収まっていないことが編集の際に判明いたしました。'.repeat(
        3,
      ),
      refundedAt: '2026-11-24T15:30:00.000Z',
    },
  },
});
