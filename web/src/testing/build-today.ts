import type { Today } from '@stagereel/contracts';

/** A day without anything to do. */
export const buildToday = (more: Partial<Today> = {}): Today => ({
  day: '2026-11-23',
  open: 0,
  dueToday: 0,
  late: 0,
  unclaimed: 0,
  failedMails: { pending: 0, handled: 0 },
  tasks: { pending: 0, handled: 0 },
  sales: { total: 0, refunded: 0, orders: 0, days: Array.from({ length: 23 }, () => 0) },
  ...more,
});
