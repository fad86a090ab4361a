import { expect, test } from '@jest/globals';
import { addresseeLine, orderTotal, provisoLine } from './receipt-paper.ts';

test.each([
  ['山田 太郎', '様', '山田 太郎 様'],
  ['株式会社ステージ', '御中', '株式会社ステージ 御中'],
  ['株式会社ステージ 御中', '御中', '株式会社ステージ 御中'],
  ['株式会社ステージ 御中', '様', '株式会社ステージ 御中'],
  ['山田 太郎様', '様', '山田 太郎様'],
  ['山田 太郎様', '御中', '山田 太郎様'],
] as const)('when the addressee is %s with %s, the receipt shows %s', (addressee, honorific, line) => {
  expect(addresseeLine({ addressee, honorific })).toBe(line);
});

test.each([
  ['動画データ代として', '但し、動画データ代として'],
  ['但し、動画データ代として', '但し、動画データ代として'],
  ['但し動画データ代として', '但し、動画データ代として'],
])('when the purpose is %s, the receipt shows %s', (proviso, line) => {
  expect(provisoLine(proviso)).toBe(line);
});

test('when something was refunded, the order’s total is the one before', () => {
  expect(orderTotal({ total: 5000, refundedAmount: 3500 })).toBe(8500);
});
