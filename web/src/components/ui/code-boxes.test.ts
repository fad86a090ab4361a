import { describe, expect, test } from '@jest/globals';
import type { CodeBoxes } from './code-boxes.ts';
import { codeOf, EMPTY_BOXES, enterText, eraseBackwards, isComplete, typeText } from './code-boxes.ts';

const boxesOf = (...digits: string[]): CodeBoxes => EMPTY_BOXES.map((_, index) => digits[index] ?? '');

describe('enterText', () => {
  test.each([
    ['plain digits', '123456'],
    ['full-width digits', '１２３４５６'],
    ['digits with spaces', ' 123 456 '],
    ['full-width digits with an ideographic space and a hyphen', '１２３　４５-６'],
    ['a sentence around the code', '認証コード：123456'],
    ['more than six digits', '12345678'],
  ])('when %s are pasted into the first box, all six boxes are filled (customer 2.30; admin 5.16)', (_case, text) => {
    const { boxes, focus } = enterText(EMPTY_BOXES, 0, text);
    expect(codeOf(boxes)).toBe('123456');
    expect(isComplete(boxes)).toBe(true);
    expect(focus).toBe(5);
  });

  test('when a whole code is pasted into a middle box, it still starts at the first', () => {
    expect(codeOf(enterText(boxesOf('9', '9', '9'), 3, '123456').boxes)).toBe('123456');
  });

  test('when one digit is typed, it fills its box and the next box gets the focus', () => {
    expect(enterText(boxesOf('1'), 1, '２')).toEqual({ boxes: boxesOf('1', '2'), focus: 2 });
  });

  test('when part of a code is pasted, the boxes before it keep their digits', () => {
    expect(enterText(boxesOf('1', '2'), 2, '34')).toEqual({ boxes: boxesOf('1', '2', '3', '4'), focus: 4 });
  });

  test('when letters are typed, nothing changes (customer 5.10; admin 2.8, 5.17)', () => {
    expect(enterText(boxesOf('1'), 1, 'abc')).toEqual({ boxes: boxesOf('1'), focus: 1 });
  });
});

describe('typeText', () => {
  const complete = boxesOf('1', '2', '3', '4', '5', '6');

  test('when a seventh digit is typed behind the sixth, nothing changes (admin 5.17)', () => {
    expect(typeText(complete, 5, '67')).toEqual({ boxes: complete, focus: 5 });
  });

  test('when a digit of a complete code is selected and overwritten, it is replaced', () => {
    expect(codeOf(typeText(complete, 2, '9').boxes)).toBe('129456');
  });

  test('when a digit is typed behind another one of an incomplete code, it replaces that', () => {
    expect(typeText(boxesOf('1', '2'), 1, '29')).toEqual({ boxes: boxesOf('1', '9'), focus: 2 });
  });

  test.each([
    ['an empty box', EMPTY_BOXES, '654321'],
    ['a box whose digit the code contains', boxesOf('6', '2'), '654321'],
    ['a complete code', complete, '６５４３２１'],
  ])('when a whole code is autofilled into %s, it fills all boxes', (_case, boxes, text) => {
    expect(codeOf(typeText(boxes, 0, text).boxes)).toBe('654321');
  });
});

describe('eraseBackwards', () => {
  test('when the box has a digit, that digit is deleted and the focus stays', () => {
    expect(eraseBackwards(boxesOf('1', '2'), 1)).toEqual({ boxes: boxesOf('1'), focus: 1 });
  });

  test('when the box is empty, the digit before it is deleted', () => {
    expect(eraseBackwards(boxesOf('1', '2'), 2)).toEqual({ boxes: boxesOf('1'), focus: 1 });
  });

  test('when all boxes are empty, the first keeps the focus', () => {
    expect(eraseBackwards(EMPTY_BOXES, 0)).toEqual({ boxes: EMPTY_BOXES, focus: 0 });
  });
});
