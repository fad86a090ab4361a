import type { CustomerLine } from '@stagereel/contracts';

/** A paid line of the member in open-page.tsx, with the given changes. Its id is its number. */
export const buildCustomerLine = (changes: Partial<CustomerLine> = {}): CustomerLine => ({
  id: changes.orderNumber ?? '12345678-01',
  orderNumber: '12345678-01',
  contestId: 'c1',
  contestName: '春の大会',
  category: '一般',
  athleteNumber: '012',
  athleteName: '佐藤 美咲',
  style: '縦動画',
  price: 5000,
  status: '未対応',
  orderDate: '2026-11-20T09:00:00.000Z',
  customerEmail: 'member@example.jp',
  customerName: '試験 太郎',
  payment: 'paid',
  isDeclined: false,
  videoUploaded: false,
  videoDownloadUrl: null,
  statusPath: '/order-status/key',
  ...changes,
});
