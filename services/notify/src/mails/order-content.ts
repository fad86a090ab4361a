import { CLAIM_SECONDS, formatDate, formatDateTime, formatPrice, HOUR, type OrderLineDetails } from '@stagereel/contracts';
import { deliveryPromise, isPromiseOver } from '@stagereel/contracts/delivery-promise';
import type { ContentBlock, Fact, ListedVideo } from './content.ts';
import type { Shop } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

const athlete = ({ athleteNumber, athleteName }: OrderLineDetails): string =>
  athleteName === null ? athleteNumber : `${athleteNumber}（${athleteName}）`;

/** A line that may have been declined after the payment. */
type ListedLine = OrderLineDetails & { isDeclined?: boolean | undefined };

/** The videos of an order for a mail's list. */
export const orderedVideos = ({ lines, isPriced }: { lines: readonly ListedLine[]; isPriced: boolean }): ListedVideo[] =>
  lines.map((line) => ({
    title: line.contestName,
    facts: [
      { label: 'カテゴリー', value: line.category },
      { label: 'ゼッケン番号', value: athlete(line) },
      { label: '動画の向き', value: line.style },
      ...(line.isDeclined ? [{ label: '制作', value: mailTexts.declined }] : []),
    ],
    price: isPriced ? { label: '価格', value: formatPrice(line.price) } : null,
  }));

/** The total below the videos of an order; `amount` in yen. */
export const orderTotal = ({ lines, amount }: { lines: readonly OrderLineDetails[]; amount: number }): Fact => ({
  label: `合計（${lines.length}点）`,
  value: formatPrice(amount),
});

/** The total of the declined lines, in yen. */
export const declinedAmount = (lines: readonly ListedLine[]): number =>
  lines.reduce((sum, { isDeclined, price }) => (isDeclined ? sum + price : sum), 0);

/** The last promised delivery day of an order that was paid at `paidAt`, and whether that day is over. */
export const promisedDay = ({ paidAt, now }: { paidAt: string; now: Date }) => {
  const promise = deliveryPromise(new Date(paidAt));
  return { day: formatDate(promise.latest), isOver: isPromiseOver({ promise, now }) };
};

/** The link to the status page, on which the customer confirms the delivery or reports a problem. */
export const statusLink = ({ statusToken, shop }: { statusToken: string; shop: Shop }): ContentBlock => ({
  kind: 'links',
  heading: mailTexts.feedbackHeading,
  links: [{ label: mailTexts.statusButton, url: shopPages(shop).orderStatus(statusToken), note: mailTexts.feedbackNote }],
});

/** The button that leads to the status page. */
export const statusButton = ({ statusToken, shop }: { statusToken: string; shop: Shop }): ContentBlock => ({
  kind: 'link',
  label: mailTexts.statusButton,
  url: shopPages(shop).orderStatus(statusToken),
  hint: mailTexts.buttonHint,
});

type Block<Kind extends ContentBlock['kind']> = Extract<ContentBlock, { kind: Kind }>;
type DownloadBlocks = { button: Block<'link'>; facts: Block<'facts'>; notes: Block<'notes'>; receipt: Block<'links'> };
type DeliveredOrder = { orderNumber: string; pageId: string; expiresAt: string };

/** What every mail about a delivery has: the button to the download page, its expiry, what to know about downloads, and the receipt. */
export const downloadBlocks = ({
  order: { orderNumber, pageId, expiresAt },
  shop,
}: {
  order: DeliveredOrder;
  shop: Shop;
}): DownloadBlocks => ({
  button: {
    kind: 'link',
    label: 'ダウンロードページを開く',
    url: shopPages(shop).download(pageId),
    hint: mailTexts.buttonHint,
  },
  facts: {
    kind: 'facts',
    heading: 'ご注文',
    facts: [
      { label: '注文番号', value: orderNumber },
      { label: 'ダウンロード期限', value: formatDateTime(expiresAt) },
    ],
  },
  notes: {
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
  receipt: {
    kind: 'links',
    heading: '領収書',
    links: [{ label: '領収書を発行する', url: shopPages(shop).downloadReceipt(pageId), note: '宛名と但し書きを入力して発行できます。' }],
  },
});
