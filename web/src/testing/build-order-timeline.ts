import type { OrderTimeline } from '@stagereel/contracts';

/** The timeline of a paid and delivered order with one video for ¥5,000, with the given changes. */
export const buildOrderTimeline = (changes: Partial<OrderTimeline> = {}): OrderTimeline => ({
  orderNumber: '12345678',
  status: '納品済み',
  email: 'taro@example.jp',
  customerName: '山田 太郎',
  createdAt: '2026-11-20T09:00:00.000Z',
  isReopenable: changes.status === '対応済み',
  payment: {
    mark: 'paid',
    total: 5000,
    refundedAmount: 0,
    paidAt: '2026-11-20T09:00:00.000Z',
    intentId: 'pi_1',
    disputedAt: null,
    disputeOutcome: null,
  },
  mails: [],
  page: { path: '/download/page-1', openedAt: '2026-11-21T01:00:00.000Z', expiresAt: '2026-12-21T01:00:00.000Z', recallableMs: 0 },
  recalledAt: null,
  tasks: [],
  receivedAt: null,
  problems: [],
  lines: [{ id: '12345678-01', deliveredAt: changes.page === null ? null : '2026-11-21T01:00:00.000Z', claim: null, declined: null }],
  ...changes,
});
