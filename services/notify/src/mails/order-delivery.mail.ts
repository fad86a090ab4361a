import { CLAIM_SECONDS, formatDateTime, HOUR, orderDelivered, orderDeliverySubject } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { orderedVideos, statusLink } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

/** The videos are ready: the link to the download page. */
export const orderDeliveryMail = defineMail({
  template: 'order-delivery',
  event: orderDelivered,
  recipient: ({ email }) => email,
  orderNumber: ({ orderNumber }) => orderNumber,
  expiresAt: () => null,
  deliveredAt: ({ deliveredAt }) => deliveredAt,
  subject: ({ orderNumber }) => orderDeliverySubject(orderNumber),
  content: ({ data: { orderNumber, customerName, pageId, expiresAt, statusToken, lines }, shop }) => ({
    preview: `ご注文の動画の準備ができました。ダウンロードの期限は ${formatDateTime(expiresAt)} です。`,
    heading: '動画の準備ができました',
    blocks: [
      { kind: 'paragraph', text: `${customerName} 様` },
      {
        kind: 'paragraph',
        text: 'お待たせいたしました。ご注文の動画の準備ができました。ダウンロードページを開いて、動画をお受け取りください。',
      },
      {
        kind: 'link',
        label: 'ダウンロードページを開く',
        url: shopPages(shop).download(pageId),
        hint: mailTexts.buttonHint,
      },
      {
        kind: 'facts',
        heading: 'ご注文',
        facts: [
          { label: '注文番号', value: orderNumber },
          { label: 'ダウンロード期限', value: formatDateTime(expiresAt) },
        ],
      },
      { kind: 'videos', heading: 'お届けする動画', videos: orderedVideos({ lines, isPriced: false }), total: null },
      {
        kind: 'notes',
        heading: 'ダウンロードの前にお読みください',
        notes: [
          'ダウンロードは動画1本につき1回限りです。保存する端末の空き容量と通信環境をご確認ください。',
          `ダウンロードを始めたブラウザでは、${CLAIM_SECONDS / HOUR}時間以内であればやり直せます。ほかのブラウザや端末では開けなくなります。`,
          'メールアプリやSNSアプリの中の画面ではなく、SafariやChromeなどのブラウザで開くことをおすすめします。',
          '期限を過ぎるとダウンロードできなくなります。',
          'ダウンロードページのURLは、ほかの方に教えないでください。',
        ],
      },
      ...statusLink({ statusToken, shop }),
      {
        kind: 'links',
        heading: '領収書',
        links: [
          { label: '領収書を発行する', url: shopPages(shop).downloadReceipt(pageId), note: '宛名と但し書きを入力して発行できます。' },
        ],
      },
    ],
  }),
  samples: {
    'two-videos': {
      orderNumber: '48213907',
      email: 'hanako@example.jp',
      customerName: '山田 花子',
      deliveredAt: '2026-11-23T03:00:00.000Z',
      pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE',
      expiresAt: '2026-12-23T03:00:00.000Z',
      statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
      lines: sampleLines('48213907').slice(0, 2),
    },
  },
});
