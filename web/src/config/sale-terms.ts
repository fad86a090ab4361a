import { DAY, DELIVERY_BUSINESS_DAYS, DOWNLOAD_PAGE_SECONDS, MAX_ORDER_ITEMS } from '@stagereel/contracts';

const DOWNLOAD_DAYS = DOWNLOAD_PAGE_SECONDS / DAY;

/** The terms of sale that the law requires on the final confirmation screen. The only source of these texts, with `saleTermsInShort`. */
export const saleTerms = {
  price: '表示価格はすべて税込みです。',
  fees: '商品代金以外に必要な料金はありません（通信料はお客様のご負担となります）。',
  payment: 'クレジットカードでの一括払いです。',
  provider: 'カード決済は、決済代行会社Stripeを通じて行います。カード番号は同社に直接送信され、当店では取得も保存もしません。',
  paymentTime: 'ご注文の確定時に、ただちにカードへ請求されます。',
  delivery: `ご注文から${DELIVERY_BUSINESS_DAYS.min}〜${DELIVERY_BUSINESS_DAYS.max}営業日以内に、動画のダウンロードのご案内をメールでお送りします。`,
  download: `動画は1本につき1回ダウンロードできます。ダウンロードの期限は、ご案内から${DOWNLOAD_DAYS}日間です。`,
  quantity: `1回のご注文で購入できる動画は${MAX_ORDER_ITEMS}本までです。`,
  cancellation: 'デジタル商品の性質上、ご注文確定後のキャンセル・返品・返金はお受けできません。',
  defect: '動画を再生できない、ご注文と異なる動画が届いたなど、当店の責任による不備があった場合は、正しい動画をあらためてお届けします。',
  environment:
    'インターネットに接続し、最新版のChrome、Safari、Edge、Firefoxのいずれかをご利用ください。動画の再生には、MP4などの一般的な形式に対応したアプリが必要です。',
  failure: 'お支払いが完了しなかった場合、ご注文は確定せず、代金は請求されません。',
} as const;

/** The same terms in short, for the list above the buttons that conclude the contract: on a phone, it is read without scrolling. */
export const saleTermsInShort = {
  payment: 'クレジットカード一括払い。ご注文の確定時に、ただちに請求されます。',
  price: '税込み。通信料以外の追加料金なし。',
  delivery: `${DELIVERY_BUSINESS_DAYS.min}〜${DELIVERY_BUSINESS_DAYS.max}営業日以内にメールでご案内。`,
  download: `1本につき1回、ご案内から${DOWNLOAD_DAYS}日間。`,
  cancellation: 'ご注文確定後のキャンセル・返品・返金は不可。',
  failure: 'お支払いが未完了の場合は確定せず、請求もされません。',
} as const;
