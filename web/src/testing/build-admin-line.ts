import { type AdminLine, baseOrderNumber, type OrderChanges } from '@stagereel/contracts';

/** A paid order line of the back office; its id is its number. */
export const buildAdminLine = (more: Partial<AdminLine> = {}): AdminLine => ({
  id: more.orderNumber ?? '12345678-01',
  orderNumber: '12345678-01',
  contestId: 'c1',
  contestName: '関東大会',
  category: 'ビキニ',
  athleteNumber: '012',
  athleteName: '佐藤 美咲',
  style: '縦動画',
  price: 5000,
  status: '未対応',
  orderDate: '2026-11-20T09:00:00.000Z',
  customerEmail: 'taro@example.jp',
  customerName: '山田 太郎',
  productionPossible: false,
  declined: null,
  videoDownloadUrl: null,
  claimedAt: null,
  payment: 'paid',
  handledAt: null,
  downloadPath: null,
  downloadExpiresAt: null,
  mails: [],
  tasks: [],
  receivedAt: null,
  ...more,
});

/** The response of GET /api/orders?since={cursor}: the whole list, unless `more` says that it is a part. */
export const buildOrderChanges = (lines: readonly AdminLine[], more: Partial<OrderChanges> = {}): OrderChanges => ({
  cursor: 'cursor-1',
  isRestart: true,
  hasMore: false,
  total: new Set(lines.map(({ orderNumber }) => baseOrderNumber(orderNumber))).size,
  orders: [...lines],
  ...more,
});
