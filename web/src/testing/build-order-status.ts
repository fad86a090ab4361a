import type { OrderStatusPage } from '@stagereel/contracts';

type Line = OrderStatusPage['lines'][number];

export const buildStatusLine = (changes: Partial<Line> = {}): Line => ({
  id: '12345678-01',
  contestName: '春の大会',
  category: '一般',
  athleteNumber: '012',
  athleteName: '佐藤 美咲',
  style: '縦動画',
  price: 5000,
  state: 'in-production',
  isRefunded: false,
  ...changes,
});

/** An order of two videos in production, with the given changes. */
export const buildOrderStatus = (changes: Partial<OrderStatusPage> = {}): OrderStatusPage => ({
  orderNumber: '12345678',
  orderDate: '2026-11-20T09:00:00.000Z',
  lines: [buildStatusLine(), buildStatusLine({ id: '12345678-02', athleteName: null, athleteNumber: '034', style: '横動画', price: 3500 })],
  total: 8500,
  refundedAmount: 0,
  promisedFrom: '2026-11-25T03:00:00.000Z',
  promisedBy: '2026-11-26T03:00:00.000Z',
  isLate: false,
  deliveredAt: null,
  downloadableUntil: null,
  isRecalled: false,
  feedback: null,
  ...changes,
});

/** The same order, with both videos in another state. */
export const buildStatusOf = (line: Partial<Line>, changes: Partial<OrderStatusPage> = {}): OrderStatusPage => {
  const page = buildOrderStatus(changes);
  return { ...page, lines: page.lines.map((other) => ({ ...other, ...line })) };
};
