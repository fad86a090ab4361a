import type { Receipt } from '@stagereel/contracts';

/** The receipt of one video for ¥5,000, with the given changes. */
export const buildReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  receiptNumber: '12345678-R1',
  orderNumber: '12345678',
  issuedAt: '2026-11-21T01:00:00.000Z',
  paidAt: '2026-11-20T09:00:00.000Z',
  isReissue: false,
  addressee: '山田 太郎',
  honorific: '様',
  proviso: 'スポーツ大会動画データ代として',
  lines: [{ number: '12345678-01', contestName: '春の大会', category: '一般', athleteNumber: '012', style: '縦動画', price: 5000 }],
  refundedAmount: 0,
  total: 5000,
  taxRatePercent: 10,
  taxAmount: 454,
  seller: {
    name: '株式会社ステージ',
    representative: '山田 一郎',
    address: '東京都千代田区1-1',
    phone: '03-0000-0000',
    email: 'shop@example.jp',
    registrationNumber: null,
  },
  ...changes,
});
