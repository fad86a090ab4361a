import {
  type AdminLine,
  type DisputeOutcome,
  formatDate,
  formatDateTime,
  formatYen,
  japaneseDay,
  type OrderTimeline,
  type RefundState,
} from '@stagereel/contracts';

type Video = Pick<AdminLine, 'contestName' | 'category' | 'athleteNumber' | 'style'>;

export const videoTitle = ({ contestName, category, athleteNumber, style }: Video): string =>
  `${contestName}・${category}・${athleteNumber}・${style}`;

export const paymentTexts = {
  paid: '支払済み',
  'partially-refunded': '一部返金済み',
  refunded: '返金済み',
  disputed: 'チャージバック申請中',
  'charged-back': 'チャージバック確定',
} as const satisfies Record<AdminLine['payment'], string>;

export const disputeTexts = {
  won: '当店の主張が認められました',
  lost: '代金はカード会社へ戻されました（返金はできません）',
} as const satisfies Record<DisputeOutcome, string>;

export const refundTexts = {
  pending: '返金の処理中',
  succeeded: '返金済み',
  failed: '返金できませんでした',
} as const satisfies Record<RefundState, string>;

/** The toast after a line was declined. */
export const declinedText = ({ timeline, line }: { timeline: OrderTimeline; line: Pick<AdminLine, 'id' | 'price'> }): string => {
  const state = timeline.lines.find(({ id }) => id === line.id)?.declined?.refundState;
  return state === 'succeeded'
    ? `${formatYen(line.price)}を返金し、お客様にメールでお知らせします。`
    : `${formatYen(line.price)}の返金を受け付けました。返金が完了すると、お客様にメールでお知らせします。`;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long a delivery can still be recalled: in minutes, or in seconds for the last minute. */
export const recallTimeText = (ms: number): string =>
  ms >= MINUTE_MS ? `あと${Math.floor(ms / MINUTE_MS)}分` : `あと${Math.max(1, Math.floor(ms / SECOND_MS))}秒`;

const YEAR = /^\d+年/;

/** A date near today, without its year. */
export const shortDate = (value: Date | string): string => formatDate(value).replace(YEAR, '');

/** `11月20日 18:00` for the current year in Japan; another year is shown. */
export const shortDateTime = (value: string): string => {
  const full = formatDateTime(value).replace(/\(.\)/u, '');
  return japaneseDay(value).slice(0, 4) === japaneseDay(new Date()).slice(0, 4) ? full.replace(YEAR, '') : full;
};
