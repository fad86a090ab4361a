import { describe, expect, test } from '@jest/globals';
import type { CustomerLine } from '@stagereel/contracts';
import { purchasesOf, videoStateOf } from './purchases.ts';

const line = (orderNumber: string, changes: Partial<CustomerLine> = {}): CustomerLine => ({
  id: orderNumber,
  orderNumber,
  contestId: 'c1',
  contestName: '春の大会',
  category: '一般',
  athleteNumber: '012',
  athleteName: null,
  style: '縦動画',
  price: 5000,
  status: '未対応',
  orderDate: '2026-11-20T09:00:00.000Z',
  customerEmail: 'taro@example.jp',
  customerName: '山田 太郎',
  payment: 'paid',
  isDeclined: false,
  videoUploaded: false,
  videoDownloadUrl: null,
  statusPath: '/order-status/key',
  ...changes,
});
const taro = { email: 'taro@example.jp', username: 'taro' };

describe('purchasesOf', () => {
  test('when an order has several lines, they are grouped under its base number with their total (customer 1.5, 2.43)', () => {
    const [purchase, ...rest] = purchasesOf([line('12345678-02', { price: 3500 }), line('12345678-01')], taro);
    expect(rest).toEqual([]);
    expect(purchase).toMatchObject({ orderNumber: '12345678', orderDate: '2026-11-20T09:00:00.000Z', total: 8500 });
    expect(purchase?.lines.map(({ orderNumber }) => orderNumber)).toEqual(['12345678-01', '12345678-02']);
  });

  test.each([
    ['taro@example.jp', true],
    ['TARO@example.jp', true],
    ['taro', true],
    ['hanako@example.jp', false],
    ['', false],
  ])('when a line was ordered with %s, it is visible: %s (customer 5.14)', (customerEmail, isShown) => {
    expect(purchasesOf([line('12345678-01', { customerEmail })], taro)).toHaveLength(isShown ? 1 : 0);
  });

  test('when an account has no username, a line without an address still does not belong to it', () => {
    expect(purchasesOf([line('12345678-01', { customerEmail: '' })], { email: 'taro@example.jp', username: '' })).toEqual([]);
  });
});

describe('videoStateOf', () => {
  test.each([
    [{ payment: 'paid', videoDownloadUrl: null }, { kind: 'awaited' }],
    [
      { payment: 'paid', videoDownloadUrl: '/download/x' },
      { kind: 'download', url: '/download/x' },
    ],
    [
      { payment: 'partially-refunded', videoDownloadUrl: '/download/x' },
      { kind: 'download', url: '/download/x' },
    ],
    [{ payment: 'disputed', videoDownloadUrl: null }, { kind: 'awaited' }],
    [{ payment: 'partially-refunded', isDeclined: true, videoDownloadUrl: null }, { kind: 'declined' }],
    [{ payment: 'refunded', isDeclined: true, videoDownloadUrl: null }, { kind: 'refunded' }],
    [{ payment: 'refunded', videoDownloadUrl: '/download/x' }, { kind: 'refunded' }],
    [{ payment: 'refunded', videoDownloadUrl: null }, { kind: 'refunded' }],
    [{ payment: 'charged-back', videoDownloadUrl: '/download/x' }, { kind: 'refunded' }],
  ] as const)('when a line is %o, its video state is %o (customer 2.44)', (facts, state) => {
    expect(videoStateOf({ isDeclined: false, ...facts })).toEqual(state);
  });
});
