import { formatDateTime, mailText, type PersonalDataSection } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { isProblemTask } from '../follow-up/follow-up.ts';
import type { Line, Order } from '../order/order.ts';
import type { PaymentState } from '../order/order-states.ts';

const paymentStates: Readonly<Record<PaymentState, string>> = {
  awaiting: 'お支払い待ち',
  paid: 'お支払い済み',
  cancelled: 'お支払いなし（取り消し済み）',
  flagged: 'お支払いの確認中',
};

const timeText = (time: Date | null): string | null => time && formatDateTime(time.toISOString());

/** What orders stores about an address: its orders in all states, and its order lookups. */
export const describeCustomer = async ({ orders, lookups }: OrdersDeps, { email }: { email: string }): Promise<PersonalDataSection[]> => {
  const [own, requested] = await Promise.all([orders.listByEmail(email), lookups.listByEmail(email)]);
  return [
    { title: 'ご注文', records: own.map(orderRecord) },
    {
      title: 'ご注文の照会',
      records: requested.map(({ orderNumber, requestedAt }) => ({ 日時: timeText(requestedAt), 注文番号: orderNumber })),
    },
  ];
};

const orderRecord = (order: Order) => ({
  注文番号: order.number,
  注文日時: timeText(order.createdAt),
  お名前: order.customerName,
  メールアドレス: order.email,
  合計金額: order.total,
  お支払い: {
    状態: paymentStates[order.payment.state],
    日時: timeText(order.payment.paidAt),
    決済番号: order.payment.intentId,
    返金額: order.payment.refundedAmount,
    異議申し立ての日時: timeText(order.payment.disputedAt),
  },
  対応状況: order.status,
  動画: order.lines.map(lineRecord),
  ダウンロードページ: order.download && { 公開日時: timeText(order.download.openedAt), 有効期限: timeText(order.download.expiresAt) },
  お送りしたメール: order.mails.map(({ at, template, recipient, state }) => ({
    日時: timeText(at),
    メールの種類: mailText(template),
    // An earlier address, or a mistyped one, may be another person's.
    宛先: recipient === order.email ? recipient : '別のアドレス',
    結果: state === 'sent' ? '送信済み' : '送信できず',
  })),
  受け取りの確認: timeText(order.followUp.received?.at ?? null),
  お知らせいただいた問題: order.followUp.tasks.filter(isProblemTask).map(({ createdAt, text, closedAt }) => ({
    日時: timeText(createdAt),
    内容: text,
    対応日時: timeText(closedAt),
  })),
  領収書: order.receipts.map(({ number, issuedAt, addressee, honorific, proviso, total }) => ({
    番号: number,
    発行日時: timeText(issuedAt),
    宛名: `${addressee} ${honorific}`,
    但し書き: proviso,
    金額: total,
  })),
});

const lineRecord = (line: Line) => ({
  番号: line.number,
  大会: line.contestName,
  カテゴリー: line.category,
  選手番号: line.athleteNumber,
  選手名: line.athleteName,
  種類: line.style,
  金額: line.price,
  制作不可の理由: line.declined?.reason ?? null,
  ダウンロード開始日時: timeText(line.claim?.claimedAt ?? null),
});
