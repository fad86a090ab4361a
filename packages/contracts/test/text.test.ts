import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  baseOrderNumber,
  codeSchema,
  emailSchema,
  formatDateTime,
  formatPrice,
  normaliseCode,
  shownSalesStatus,
  slugOf,
} from '../src/index.ts';

describe('slugOf', () => {
  test.each([
    ['Tokyo Open 2026', 'tokyoopen2026'],
    ['第3回 関東オープン（秋）', '第3回関東オープン秋'],
    ['A.B.C. Cup!', 'abccup'],
    ['ＦＷＪ　Ｃｕｐ', 'fwjcup'],
    ['Men´s Open', 'me\u0144sopen'],
    ['か゛くせい杯', 'がくせい杯'],
    ['★ ☆ ★', 'contest'],
    ['´¨', 'contest'],
  ])('when the name is %s, the slug is %s (customer 2.3)', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('when the name is any text, then the slug is not empty, in normal form, and its own slug', () => {
    // Characters that NFKC turns into a space and a mark, beside letters that take the mark, are rare among all characters.
    const accented = fc.constantFrom(...'´¨¯¸˘˙˚˛˜゛゜￣ﾞﾟ aeinsかはΑΣİ\u0301\u0327\u3099\ud800._-/%★');
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(accented, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }), (name) => {
        const slug = slugOf(name);
        return /^[\p{L}\p{N}\p{M}_]+$/u.test(slug) && slug === slug.normalize('NFKC') && slug === slugOf(slug);
      }),
      { seed: 34, numRuns: 2000 },
    );
  });
});

describe('emailSchema', () => {
  test.each([
    ['a..b@docomo.ne.jp', 'a..b@docomo.ne.jp'],
    [' Taro@Example.COM ', 'taro@example.com'],
    ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ', 'taro@example.jp'],
  ])('when %s is typed, %s is kept', (typed, kept) => {
    expect(emailSchema.parse(typed)).toBe(kept);
  });

  test.each([
    '',
    'taro',
    'taro@',
    '@example.jp',
    'a b@example.jp',
    'a@b@example.jp',
    'a@example.jp\r\nBcc: x@example.jp',
    'a@-x.jp',
    '<a@x.jp>',
  ])('when %j is typed, it is refused', (typed) => {
    expect(emailSchema.safeParse(typed).success).toBe(false);
  });
});

describe('codes', () => {
  test('when a code has full-width digits and spaces, then its digits are accepted', () => {
    expect(normaliseCode('１２３ 456')).toBe('123456');
    expect(codeSchema.parse(' １２３-４５６ ')).toBe('123456');
  });

  test('when a code has five or seven digits, then it is refused', () => {
    expect(codeSchema.safeParse('12345').success).toBe(false);
    expect(codeSchema.safeParse('1234567').success).toBe(false);
  });
});

describe('order numbers', () => {
  test('when a line number is given, then its order number is the part before the hyphen', () => {
    expect(baseOrderNumber('12345678-02')).toBe('12345678');
    expect(baseOrderNumber('12345678')).toBe('12345678');
  });
});

describe('format', () => {
  test('when a time is shown, then it is in Asia/Tokyo and has the weekday (customer 1.7; admin 2.56, 9.22)', () => {
    expect(formatDateTime('2026-11-20T09:00:00.000Z')).toBe('2026年11月20日(金) 18:00');
    expect(formatDateTime('2026-12-31T15:00:00.000Z')).toBe('2027年1月1日(金) 00:00');
  });

  test('when a price is shown, then it says that tax is included (admin 2.46, 9.19)', () => {
    expect(formatPrice(5000)).toBe('¥5,000（税込）');
  });
});

describe('sales status', () => {
  test.each([
    ['未撮影', '確認中'],
    ['撮影完了', '確認中'],
    ['編集中', '確認中'],
    ['受注停止', '受注停止'],
    ['謎', '販売中'],
  ])('when %s is stored, %s is shown (customer 4.1, 4.2; admin 4.15)', (stored, shown) => {
    expect(shownSalesStatus(stored)).toBe(shown);
  });
});
