import { expect, test } from '@jest/globals';
import { screens } from '@stagereel/contracts';
import { paths } from './paths.ts';

const withoutNames = (pattern: string): string => pattern.replace(/:\w+/g, ':');

test('when the web app has a path, then the gateway knows it as a screen, and the other way round', () => {
  const own = Object.values(paths).map(({ path }) => withoutNames(path));
  expect(own.sort()).toEqual(Object.keys(screens).map(withoutNames).sort());
});

test('when an athlete is given, then the link of an order form names category and bib', () => {
  expect(paths.orderForm.to('大会')).toBe('/order-form/%E5%A4%A7%E4%BC%9A');
  expect(paths.orderForm.to('a', { category: '一般 & 女子', athlete: '12#A' })).toBe(
    '/order-form/a?category=%E4%B8%80%E8%88%AC%20%26%20%E5%A5%B3%E5%AD%90&athlete=12%23A',
  );
});
