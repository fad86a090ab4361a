import {
  DAY,
  DELIVERY_BUSINESS_DAYS,
  DOWNLOAD_PAGE_SECONDS,
  formatDateTime,
  formatPrice,
  orderConfirmationSubject,
  orderPaid,
} from '@stagereel/contracts';
import type { Fact } from './content.ts';
import { defineMail } from './mail.ts';
import { declinedAmount, orderedVideos, orderTotal, promisedDay, statusButton } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

const { min, max } = DELIVERY_BUSINESS_DAYS;

const refundFacts = (lines: Parameters<typeof declinedAmount>[0]): Fact[] => {
  const amount = declinedAmount(lines);
  return amount > 0 ? [{ label: 'ご返金', value: formatPrice(amount) }] : [];
};

/** The customer paid: the ordered videos and the next steps. */
export const orderConfirmationMail = defineMail({
  template: 'order-confirmation',
  event: orderPaid,
  recipient: ({ email }) => email,
  orderNumber: ({ orderNumber }) => orderNumber,
  expiresAt: () => null,
  subject: ({ orderNumber }) => orderConfirmationSubject(orderNumber),
  content: ({ data: { orderNumber, customerName, paidAt, statusToken, lines, totalAmount }, shop, now }) => ({
    preview: `お支払いが完了しました。動画は${min}〜${max}営業日以内にメールでお届けします。`,
    heading: 'ご注文ありがとうございます',
    blocks: [
      { kind: 'paragraph', text: `${customerName} 様` },
      {
        kind: 'paragraph',
        text: 'このたびはStageReel（ステージリール）をご利用いただき、誠にありがとうございます。お支払いが完了し、次のご注文を承りました。',
      },
      statusButton({ statusToken, shop }),
      {
        kind: 'facts',
        heading: 'ご注文',
        facts: [
          { label: '注文番号', value: orderNumber },
          { label: 'お支払い日時', value: formatDateTime(paidAt) },
          { label: 'お支払い方法', value: 'クレジットカード' },
          { label: 'お届け予定日', value: `${promisedDay({ paidAt, now }).day}まで` },
          ...refundFacts(lines),
        ],
      },
      {
        kind: 'videos',
        heading: 'ご注文の動画',
        videos: orderedVideos({ lines, isPriced: true }),
        total: orderTotal({ lines, amount: totalAmount }),
      },
      {
        kind: 'notes',
        heading: 'お届けについて',
        notes: [
          ...(lines.some(({ isDeclined }) => isDeclined) ? [mailTexts.declinedNote] : []),
          `動画は、ご注文から${min}〜${max}営業日以内に、ダウンロードページのご案内メールでお届けします。`,
          `ダウンロードは動画1本につき1回限りです。ダウンロードページの有効期限は、納品から${DOWNLOAD_PAGE_SECONDS / DAY}日間です。`,
          'デジタル商品の性質上、ご購入後のキャンセル・返金はお受けできません。',
          'お問い合わせの際は、注文番号をお知らせください。',
        ],
      },
      {
        kind: 'links',
        heading: '領収書',
        links: [{ label: '領収書を発行する', url: shopPages(shop).receipt(orderNumber), note: mailTexts.receiptByAddress }],
      },
    ],
  }),
  samples: {
    'two-videos': {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: '山田 花子',
      totalAmount: 10_000,
      paidAt: '2026-11-20T09:00:00.000Z',
      statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
      lines: sampleLines('48213907').slice(0, 2),
    },
    'three-videos-long-names': {
      orderNumber: '48213908',
      email: 'hanako@example.jp',
      customerName: 'フランシスコ・ザビエル・デ・ヤス・イ・アスピルクエタ',
      totalAmount: 13_500,
      paidAt: '2026-11-20T15:30:00.000Z',
      statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
      lines: sampleLines('48213908'),
    },
    'again-one-declined': {
      orderNumber: '48213909',
      email: 'hanako@example.jp',
      customerName: '山田 花子',
      totalAmount: 10_000,
      paidAt: '2026-11-20T09:00:00.000Z',
      statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
      lines: sampleLines('48213909')
        .slice(0, 2)
        .map((line, index) => ({ ...line, isDeclined: index === 1 })),
    },
  },
});
