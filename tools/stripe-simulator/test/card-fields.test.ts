import { describe, expect, test } from '@jest/globals';
import { brandOf, checkCard, groupNumber, parseExpiry, separateExpiry } from '../src/browser/card-fields.ts';

const now = new Date('2026-11-20T09:00:00Z');
const card = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123' };

describe('checkCard', () => {
  test('when everything is valid, the card is in the provider’s format', () => {
    expect(checkCard(card, now)).toEqual({
      ok: true,
      card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
    });
  });

  test('when it is entered in full-width digits, it is the same card', () => {
    const typed = {
      number: '４２４２－４２４２－４２４２－４２４２',
      expiry: '１２／３０',
      cvc: '１２３',
    };
    expect(checkCard(typed, now)).toEqual(checkCard(card, now));
  });

  test('when nothing is entered, every field has an instruction', () => {
    const checked = checkCard({ number: '', expiry: '', cvc: '' }, now);
    expect(checked.ok ? {} : checked.errors).toEqual({
      number: 'カード番号を入力してください。',
      expiry: '有効期限を「月/年」の形式で入力してください（例：12/30）。',
      cvc: 'セキュリティコード（3桁または4桁の数字）を入力してください。',
    });
  });

  test.each([
    ['a digit is wrong', { number: '4242424242424241' }, { number: 'カード番号が正しくありません。もう一度ご確認ください。' }],
    ['the month is over', { expiry: '10/26' }, { expiry: 'カードの有効期限が切れています。有効期限をご確認ください。' }],
  ])('when %s, only that field has an error', (_case, changes, errors) => {
    expect(checkCard({ ...card, ...changes }, now)).toMatchObject({ ok: false, errors });
  });

  test('when the card expires this month, it is valid', () => {
    expect(checkCard({ ...card, expiry: '11/26' }, now).ok).toBe(true);
  });
});

describe('parseExpiry', () => {
  test.each([
    ['1230', { month: 12, year: 2030 }],
    ['1/30', { month: 1, year: 2030 }],
    ['12 / 2030', { month: 12, year: 2030 }],
    ['13/30', null],
    ['0030', null],
    ['12', null],
    ['12/3', null],
  ])('when %s is entered, it is parsed as %j', (text, expiry) => {
    expect(parseExpiry(text)).toEqual(expiry);
  });
});

describe('groupNumber', () => {
  test('when a number is entered, it is shown in groups of four', () => {
    expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('378282246310005')).toBe('3782 8224 6310 005');
  });
});

describe('separateExpiry', () => {
  test.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['122030', '12/2030'],
    ['1230'.replace(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))), '12/30'],
    ['5', '05'],
    ['530', '05/30'],
    ['12/30', '12/30'],
    ['１２／', '１２／'],
    ['', ''],
  ])('%s becomes %s', (typed, shown) => expect(separateExpiry(typed)).toBe(shown));
});

describe('brandOf', () => {
  test.each([
    ['4', 'Visa'],
    ['５５５５ ５５', 'Mastercard'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['3530 11', 'JCB'],
    ['37', 'American Express'],
    ['3056', 'Diners Club'],
    ['2220', null],
    ['2721', null],
    ['35', null],
    ['62', null],
    ['', null],
  ])('%s is %s', (number, brand) => expect(brandOf(number)).toBe(brand));
});
