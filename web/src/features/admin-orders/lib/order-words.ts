import { type AdminLine, type DisputeOutcome, formatYen, type MailTemplate, type OrderLife, type RefundState } from '@stagereel/contracts';

type Known = Readonly<Record<string, string>>;
type Subject = Pick<AdminLine, 'contestName' | 'category' | 'athleteNumber' | 'style'>;

const mailNames: Known = {
  'order-confirmation': '注文確認メール',
  'order-delivery': '納品メール',
  'order-link': '注文内容のご案内',
  'line-refunded': '返金のお知らせ',
  'video-replaced': '動画の差し替えのお知らせ',
} satisfies Partial<Record<MailTemplate, string>>;

/** Names the video that a line wants. */
export const subjectOf = ({ contestName, category, athleteNumber, style }: Subject): string =>
  `${contestName}・${category}・${athleteNumber}・${style}`;

/** A template that is newer than these words is shown as it is. */
export const mailName = (template: string): string => mailNames[template] ?? template;

export const paymentWords = {
  paid: '支払済み',
  'partially-refunded': '一部返金済み',
  refunded: '返金済み',
  disputed: 'チャージバック申請中',
  'charged-back': 'チャージバック確定',
} as const satisfies Record<AdminLine['payment'], string>;

export const disputeWords = {
  won: '当店の主張が認められました',
  lost: '代金はカード会社へ戻されました（返金はできません）',
} as const satisfies Record<DisputeOutcome, string>;

export const refundWords = {
  pending: '返金の処理中',
  succeeded: '返金済み',
  failed: '返金できませんでした',
} as const satisfies Record<RefundState, string>;

/** What came of declining a line, as the toast says it. */
export const declinedText = ({ life, line }: { life: OrderLife; line: Pick<AdminLine, 'id' | 'price'> }): string => {
  const state = life.lines.find(({ id }) => id === line.id)?.declined?.refundState;
  return state === 'succeeded'
    ? `${formatYen(line.price)}を返金し、お客様にメールでお知らせします。`
    : `${formatYen(line.price)}の返金を受け付けました。返金が完了すると、お客様にメールでお知らせします。`;
};
