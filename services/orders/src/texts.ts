import type { PAYMENT_MARKS } from '@stagereel/contracts';

/** Japanese texts other than error messages, which are in the error catalogue of contracts. */
export const texts = {
  lookupAccepted:
    'ご入力の内容に一致するご注文がある場合、ご注文時のメールアドレスにご案内をお送りします。届かない場合は、注文番号とメールアドレスをお確かめください。',
  orderFile: '注文一覧',
  salesFile: '売上統計',
  /** The columns of the CSV export, in this order. */
  orderColumns: {
    number: '注文番号',
    placedAt: '注文日時',
    paidAt: '支払日時',
    status: '対応状況',
    payment: '支払状況',
    contestName: '大会名',
    category: 'カテゴリ',
    athleteNumber: 'ゼッケン番号',
    athleteName: '選手名',
    style: '動画の向き',
    price: '価格（税込・円）',
    refunded: '返金額（円）',
    declined: '制作可否',
    email: 'メールアドレス',
    customerName: 'お名前',
    handledAt: '対応日時',
    claimedAt: 'ダウンロード日時',
  },
  salesColumns: {
    day: '売上日',
    contestName: '大会名',
    videos: '動画数',
    total: '売上（税込・円）',
    refunded: '返金額（円）',
    remains: '差引（円）',
  },
  paymentMarks: {
    paid: '支払済み',
    'partially-refunded': '一部返金済み',
    refunded: '返金済み',
    disputed: '異議申し立て中',
    'charged-back': 'チャージバック確定',
  } satisfies Record<(typeof PAYMENT_MARKS)[number], string>,
  declined: '制作不可',
} as const;
