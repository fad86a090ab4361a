import { formatDateTime, orderDelivered, orderDeliverySubject } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { downloadBlocks, orderedVideos, statusLink } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';

const texts = {
  all: {
    preview: 'ご注文の動画の準備ができました。',
    heading: '動画の準備ができました',
    intro: 'お待たせいたしました。ご注文の動画の準備ができました。ダウンロードページを開いて、動画をお受け取りください。',
  },
  rest: {
    preview: 'ご注文の残りの動画の準備ができました。',
    heading: '残りの動画の準備ができました',
    intro:
      'お待たせいたしました。先にお届けした動画に続いて、残りの動画の準備ができました。ダウンロードページを開いて、動画をお受け取りください。先にお届けした動画も、同じページでお受け取りいただけます。',
  },
} as const;

const order = {
  orderNumber: '48213907',
  email: 'hanako@example.jp',
  customerName: '山田 花子',
  deliveredAt: '2026-11-23T03:00:00.000Z',
  pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE',
  expiresAt: '2026-12-23T03:00:00.000Z',
  statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
};

/** All videos are ready, or the rest after a partial delivery: the link to the download page. */
export const orderDeliveryMail = defineMail({
  template: 'order-delivery',
  event: orderDelivered,
  recipient: ({ email }) => email,
  orderNumber: ({ orderNumber }) => orderNumber,
  expiresAt: () => null,
  deliveredAt: ({ deliveredAt }) => deliveredAt,
  subject: ({ orderNumber }) => orderDeliverySubject(orderNumber),
  content: ({ data, shop }) => {
    const { preview, heading, intro } = texts[data.isRest ? 'rest' : 'all'];
    const { button, facts, notes, receipt } = downloadBlocks({ order: data, shop });
    return {
      preview: `${preview}ダウンロードの期限は ${formatDateTime(data.expiresAt)} です。`,
      heading,
      blocks: [
        { kind: 'paragraph', text: `${data.customerName} 様` },
        { kind: 'paragraph', text: intro },
        button,
        facts,
        { kind: 'videos', heading: 'お届けする動画', videos: orderedVideos({ lines: data.lines, isPriced: false }), total: null },
        notes,
        statusLink({ statusToken: data.statusToken, shop }),
        receipt,
      ],
    };
  },
  samples: {
    'two-videos': { ...order, lines: sampleLines('48213907').slice(0, 2) },
    rest: { ...order, isRest: true, lines: sampleLines('48213907').slice(1, 2) },
  },
});
