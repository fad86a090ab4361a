import { formatDate, formatDateTime, formatPrice, type OrderLineState, type OrderStatusPage } from '@stagereel/contracts';

/** How far an order is, as a whole. */
export type ProgressKind = 'in-production' | 'late' | 'recalled' | 'partly-delivered' | 'delivered' | 'declined' | 'refunded' | 'closed';

export const progressOf = ({ lines, isLate, isRecalled }: OrderStatusPage): ProgressKind => {
  const states = lines.map(({ state }) => state);
  if (states.includes('in-production') && states.includes('delivered')) return 'partly-delivered';
  if (states.includes('in-production')) return isRecalled ? 'recalled' : isLate ? 'late' : 'in-production';
  if (states.includes('delivered')) return 'delivered';
  if (states.includes('closed')) return 'closed';
  return states.includes('refunded') ? 'refunded' : 'declined';
};

/** The state in one line: the heading, and what is announced when it changes. */
export const progressTitles: Record<ProgressKind, string> = {
  'in-production': '動画を制作しています',
  late: 'お届けが遅れています',
  recalled: '動画を準備し直しています',
  'partly-delivered': '一部の動画を納品しました',
  delivered: '動画を納品しました',
  declined: '動画をお届けできません',
  refunded: 'ご注文は返金済みです',
  closed: 'ご注文の対応が完了しました',
};

/** `done` and `current` are reached, `ahead` is expected, `stopped` never comes. */
export type ProgressStep = { label: string; detail: string; state: 'done' | 'current' | 'ahead' | 'stopped' };

const countOf = ({ lines }: OrderStatusPage, state: OrderLineState): number => lines.filter((line) => line.state === state).length;

const isAllRefunded = ({ lines }: OrderStatusPage): boolean => lines.every(({ isRefunded }) => isRefunded);

/** `11月25日(水)`: the year is clear from the day of the order above. */
const dayOf = (time: string): string => formatDate(time).replace(/^\d+年/, '');

/** `11月25日(水)〜26日(木)`, or `12月31日(木)〜1月5日(火)` over the end of a month. */
const promisedDays = ({ promisedFrom, promisedBy }: OrderStatusPage): string => {
  const [first, last] = [dayOf(promisedFrom), dayOf(promisedBy)];
  const month = first.slice(0, first.indexOf('月') + 1);
  return `${first}〜${last.startsWith(month) ? last.slice(month.length) : last}`;
};

/** The steps of the timeline, first to last. */
export const progressSteps = (page: OrderStatusPage): ProgressStep[] => {
  const ordered = { label: '注文', detail: formatDateTime(page.orderDate), state: 'done' } as const;
  const kind = progressOf(page);
  switch (kind) {
    case 'in-production':
    case 'late':
    case 'recalled':
      return [
        ordered,
        { label: '制作', detail: kind === 'recalled' ? '準備し直しています' : '制作しています', state: 'current' },
        {
          label: '納品',
          detail: page.isLate ? `${dayOf(page.promisedBy)}の予定でした` : `${promisedDays(page)}の予定`,
          state: 'ahead',
        },
      ];
    case 'partly-delivered':
      return [
        ordered,
        { label: '制作', detail: '残りを制作しています', state: 'current' },
        {
          label: '納品',
          detail: `${countOf(page, 'delivered') + countOf(page, 'in-production')}本のうち${countOf(page, 'delivered')}本を納品しました`,
          state: 'ahead',
        },
      ];
    case 'delivered':
      return [
        ordered,
        { label: '制作', detail: '完了しました', state: 'done' },
        { label: '納品', detail: page.deliveredAt === null ? '完了しました' : formatDateTime(page.deliveredAt), state: 'done' },
      ];
    case 'declined':
      return [
        ordered,
        { label: '制作', detail: '制作できませんでした', state: 'stopped' },
        isAllRefunded(page)
          ? { label: 'ご返金', detail: '完了しました', state: 'done' }
          : { label: 'ご返金', detail: 'メールでご案内します', state: 'ahead' },
      ];
    case 'refunded':
      return [ordered, { label: 'ご返金', detail: '完了しました', state: 'done' }];
    case 'closed':
      return [ordered, { label: '対応完了', detail: '動画の納品はありません', state: 'done' }];
  }
};

const REFUND_TIME = 'カードのご利用明細に反映されるまで、5〜10営業日ほどかかることがあります。';

/** About a partly delivered order: the expiry of its page, and when the other videos come. */
const restText = ({ page: { downloadableUntil, isLate, promisedBy }, now }: { page: OrderStatusPage; now: number }): string => {
  const until = downloadableUntil !== null && Date.parse(downloadableUntil) > now ? `期限は${formatDateTime(downloadableUntil)}です。` : '';
  return isLate
    ? `${until}残りの動画は、お届け予定日（${formatDate(promisedBy)}）を過ぎており、お待たせして誠に申し訳ございません。準備ができしだいメールでお届けします。お急ぎの場合は、注文番号を添えてお問い合わせください。`
    : `${until}残りの動画は、準備ができしだいメールでお届けします。`;
};

/** What the state means for the customer, and what to do. `now` in epoch milliseconds. */
export const progressText = ({ page, now }: { page: OrderStatusPage; now: number }): string => {
  const { downloadableUntil, refundedAmount, promisedBy } = page;
  switch (progressOf(page)) {
    case 'in-production':
      return '準備ができしだい、動画のダウンロードのご案内を、ご注文時のメールアドレスへお送りします。';
    case 'late':
      return `お届け予定日（${formatDate(promisedBy)}）を過ぎており、お待たせして誠に申し訳ございません。動画は、準備ができしだいメールでお届けします。お急ぎの場合は、注文番号を添えてお問い合わせください。`;
    case 'recalled':
      return 'お届けした動画を修正するため、当店が納品をいったん取り消しました。ご迷惑をおかけし、誠に申し訳ございません。ご注文はそのまま有効です。準備ができしだい、あらためてメールでお届けします。';
    case 'partly-delivered':
      return `準備ができた${countOf(page, 'delivered')}本のダウンロードのご案内を、ご注文時のメールアドレスへお送りしました。${restText({ page, now })}`;
    case 'delivered':
      if (downloadableUntil === null) return '動画のダウンロードのご案内を、ご注文時のメールアドレスへお送りしました。';
      return Date.parse(downloadableUntil) > now
        ? `動画のダウンロードのご案内を、ご注文時のメールアドレスへお送りしました。ダウンロードの期限は${formatDateTime(downloadableUntil)}です。`
        : `ダウンロードの期限（${formatDateTime(downloadableUntil)}）を過ぎました。まだダウンロードされていない動画がある場合は、注文番号を添えてお問い合わせください。`;
    case 'declined':
      return isAllRefunded(page)
        ? `ご注文の動画を制作できませんでした。誠に申し訳ございません。代金の${formatPrice(refundedAmount)}は、お支払いに使われたカードへ返金しました。${REFUND_TIME}`
        : 'ご注文の動画を制作できませんでした。誠に申し訳ございません。ご返金については、ご注文時のメールアドレスへご案内します。';
    case 'refunded':
      return refundedAmount > 0
        ? `代金の${formatPrice(refundedAmount)}は、お支払いに使われたカードへ返金しました。動画のお届けはありません。${REFUND_TIME}`
        : '代金は返金されています。動画のお届けはありません。';
    case 'closed':
      return 'このご注文は、当店での対応が完了しています。お心当たりがない場合やご不明な点は、注文番号を添えてお問い合わせください。';
  }
};
