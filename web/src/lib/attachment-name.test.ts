import { expect, test } from '@jest/globals';
import { attachmentName } from './attachment-name.ts';

test.each([
  [`attachment; filename="orders.csv"; filename*=UTF-8''%E6%B3%A8%E6%96%87_2026-11-20.csv`, '注文_2026-11-20.csv'],
  ['attachment; filename="orders.csv"', 'orders.csv'],
  [`attachment; filename="orders.csv"; filename*=UTF-8''%E6%B3`, 'orders.csv'],
  ['attachment', ''],
  [null, ''],
])('when the header is %j, the file name is %j', (header, name) => {
  expect(attachmentName(header)).toBe(name);
});
