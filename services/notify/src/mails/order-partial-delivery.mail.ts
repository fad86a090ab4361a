import { formatDateTime, orderPartialDeliverySubject, orderPartlyDelivered } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { downloadBlocks, orderedVideos, promisedDay } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

const [vertical, horizontal, longest] = sampleLines('48213907');
if (!vertical || !horizontal || !longest) throw new Error('sampleLines has no lines for the samples');

/** Some videos of an order are ready: the link to the download page, and which videos follow. */
export const orderPartialDeliveryMail = defineMail({
  template: 'order-partial-delivery',
  event: orderPartlyDelivered,
  recipient: ({ email }) => email,
  orderNumber: ({ orderNumber }) => orderNumber,
  expiresAt: () => null,
  deliveredAt: ({ deliveredAt }) => deliveredAt,
  subject: ({ orderNumber }) => orderPartialDeliverySubject(orderNumber),
  content: ({ data, shop, now }) => {
    const { customerName, expiresAt, paidAt, lines, followingLines, statusToken } = data;
    const { day, isOver } = promisedDay({ paidAt, now });
    const { button, facts, notes, receipt } = downloadBlocks({ order: data, shop });
    return {
      preview: `ご注文の動画のうち${lines.length}本の準備ができました。ダウンロードの期限は ${formatDateTime(expiresAt)} です。`,
      heading: '一部の動画の準備ができました',
      blocks: [
        { kind: 'paragraph', text: `${customerName} 様` },
        {
          kind: 'paragraph',
          text: `お待たせいたしました。ご注文の動画のうち、準備ができた${lines.length}本を先にお届けします。ダウンロードページを開いて、動画をお受け取りください。`,
        },
        button,
        facts,
        { kind: 'videos', heading: 'お届けする動画', videos: orderedVideos({ lines, isPriced: false }), total: null },
        {
          kind: 'videos',
          heading: 'あとからお届けする動画',
          videos: orderedVideos({ lines: followingLines, isPriced: false }),
          total: null,
        },
        {
          kind: 'paragraph',
          text: isOver
            ? `残りの${followingLines.length}本は、お届け予定日（${day}）を過ぎており、お待たせして誠に申し訳ございません。準備ができしだい、あらためてメールでご案内します。`
            : `残りの${followingLines.length}本は、${day}までにお届けする予定です。準備ができしだい、あらためてメールでご案内します。`,
        },
        {
          ...notes,
          notes: [
            ...notes.notes,
            '残りの動画も、同じダウンロードページでお受け取りいただけます。そのとき、ページの期限は新しい日付に延びます。',
          ],
        },
        {
          kind: 'links',
          heading: 'ご注文の状況',
          links: [
            {
              label: mailTexts.statusButton,
              url: shopPages(shop).orderStatus(statusToken),
              note: '残りの動画の状況を確認できます。',
            },
          ],
        },
        receipt,
      ],
    };
  },
  samples: {
    'one-of-two': {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: '山田 花子',
      paidAt: '2026-11-20T09:00:00.000Z',
      deliveredAt: '2026-11-23T03:00:00.000Z',
      pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE',
      expiresAt: '2026-12-23T03:00:00.000Z',
      statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
      lines: [vertical],
      followingLines: [horizontal],
    },
    late: {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: 'フランシスコ・ザビエル・デ・ヤス・イ・アスピルクエタ',
      paidAt: '2026-11-02T09:00:00.000Z',
      deliveredAt: '2026-11-23T03:00:00.000Z',
      pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE',
      expiresAt: '2026-12-23T03:00:00.000Z',
      statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
      lines: [longest],
      followingLines: [vertical, horizontal],
    },
  },
});
