import { type EventData, formatDateTime, orderLinkRequested, orderLinkSubject } from '@stagereel/contracts';
import type { ContentBlock, Fact } from './content.ts';
import { defineMail, type Shop } from './mail.ts';
import { orderedVideos, orderTotal, promisedDay, statusButton } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

type OrderLink = EventData<typeof orderLinkRequested>;
type DownloadPage = NonNullable<OrderLink['page']>;

/** The texts about the state of an order's delivery. */
type DeliveryState = { preview: string; intro: string; button: ContentBlock[]; fact: Fact };

type Input = { data: OrderLink; shop: Shop; now: Date };
type Awaited = { paidAt: string; statusToken: string; shop: Shop; now: Date };

const awaited = ({ paidAt, statusToken, shop, now }: Awaited): DeliveryState => {
  const { day, isOver } = promisedDay({ paidAt, now });
  return {
    preview: `ご注文の動画は準備中です。お届け予定日は ${day} までです。`,
    intro: isOver
      ? 'ご注文の動画は準備中です。お届け予定日を過ぎており、お待たせして申し訳ございません。お急ぎの場合は、お問い合わせページからご連絡ください。'
      : 'ご注文の動画は準備中です。準備ができましたら、ダウンロードページのご案内をこのメールアドレスにお送りします。',
    button: [statusButton({ statusToken, shop })],
    fact: { label: 'お届け予定日', value: `${day}まで` },
  };
};

const downloadButton = ({ page, shop }: { page: DownloadPage; shop: Shop }): ContentBlock => ({
  kind: 'link',
  label: 'ダウンロードページを開く',
  url: shopPages(shop).download(page.pageId),
  hint: mailTexts.buttonHint,
});

const delivered = ({ page, shop, now }: { page: DownloadPage; shop: Shop; now: Date }): DeliveryState => {
  const fact = { label: 'ダウンロード期限', value: formatDateTime(page.expiresAt) };
  if (new Date(page.expiresAt) <= now) {
    return {
      preview: 'ご注文の動画はお届け済みで、ダウンロードの期限を過ぎています。',
      intro:
        'ご注文の動画はお届け済みで、ダウンロードの期限を過ぎています。ダウンロードがお済みでない場合は、お問い合わせページからご連絡ください。',
      button: [],
      fact,
    };
  }
  return {
    preview: `ご注文の動画はお届け済みです。ダウンロードの期限は ${fact.value} です。`,
    intro: 'ご注文の動画はお届け済みです。ダウンロードページを開いて、動画をお受け取りください。',
    button: [downloadButton({ page, shop })],
    fact,
  };
};

const partlyDelivered = ({ page, paidAt, now, shop }: { page: DownloadPage; paidAt: string; now: Date; shop: Shop }): DeliveryState => {
  const fact = { label: 'ダウンロード期限', value: formatDateTime(page.expiresAt) };
  const { day, isOver } = promisedDay({ paidAt, now });
  const rest = isOver
    ? '残りの動画は準備中です。お届け予定日を過ぎており、お待たせして申し訳ございません。準備ができしだい、メールでご案内します。'
    : `残りの動画は準備中で、${day}までにお届けする予定です。`;
  const isExpired = new Date(page.expiresAt) <= now;
  return {
    preview: 'ご注文の動画の一部はお届け済みで、残りは準備中です。',
    intro: isExpired
      ? `ご注文の動画の一部はお届け済みで、ダウンロードの期限を過ぎています。${rest}`
      : `ご注文の動画の一部はお届け済みです。ダウンロードページを開いて、動画をお受け取りください。${rest}`,
    button: isExpired ? [] : [downloadButton({ page, shop })],
    fact,
  };
};

const deliveryStateOf = ({ data: { page, awaitedLines = [], paidAt, statusToken }, shop, now }: Input): DeliveryState => {
  if (!page) return awaited({ paidAt, statusToken, shop, now });
  return awaitedLines.length > 0 ? partlyDelivered({ page, paidAt, shop, now }) : delivered({ page, shop, now });
};

const sampleOrder = {
  orderNumber: '48213907',
  email: 'hanako@example.jp',
  customerName: '山田 花子',
  paidAt: '2026-11-20T09:00:00.000Z',
  statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
  lines: sampleLines('48213907').slice(0, 2),
} satisfies Partial<OrderLink>;

/** A guest looked up an order. */
export const orderLinkMail = defineMail({
  template: 'order-link',
  event: orderLinkRequested,
  recipient: ({ email }) => email,
  orderNumber: ({ orderNumber }) => orderNumber,
  expiresAt: () => null,
  subject: ({ orderNumber }) => orderLinkSubject(orderNumber),
  content: ({ data, shop, now }) => {
    const { orderNumber, customerName, paidAt, lines, page } = data;
    const { preview, intro, button, fact } = deliveryStateOf({ data, shop, now });
    return {
      preview,
      heading: 'ご注文内容のご案内',
      blocks: [
        { kind: 'paragraph', text: `${customerName} 様` },
        { kind: 'paragraph', text: `ご注文の照会をいただきましたので、ご注文の内容をお送りします。${intro}` },
        ...button,
        {
          kind: 'facts',
          heading: 'ご注文',
          facts: [{ label: '注文番号', value: orderNumber }, { label: 'お支払い日時', value: formatDateTime(paidAt) }, fact],
        },
        {
          kind: 'videos',
          heading: 'ご注文の動画',
          videos: orderedVideos({ lines, isPriced: true }),
          total: orderTotal({ lines, amount: lines.reduce((sum, { price }) => sum + price, 0) }),
        },
        {
          kind: 'links',
          heading: '領収書',
          links: [{ label: '領収書を発行する', url: shopPages(shop).receipt(orderNumber), note: mailTexts.receiptByAddress }],
        },
        {
          kind: 'notes',
          heading: 'ご注意',
          notes: [
            ...(page && button.length > 0 ? ['ダウンロードページのURLは、ほかの方に教えないでください。'] : []),
            '照会に心当たりがない場合は、何もせずに破棄してください。ご注文の内容は変わっていません。',
          ],
        },
      ],
    };
  },
  samples: {
    awaited: { ...sampleOrder, page: null },
    'partly-delivered': {
      ...sampleOrder,
      awaitedLines: ['48213907-02'],
      page: { pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE', expiresAt: '2026-12-23T03:00:00.000Z' },
    },
    delivered: {
      ...sampleOrder,
      page: { pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE', expiresAt: '2026-12-23T03:00:00.000Z' },
    },
  },
});
