import { CODE_LENGTH, normaliseCode } from '@stagereel/contracts';

/** The content of each box: one digit or an empty string. */
export type CodeBoxes = readonly string[];

export const EMPTY_BOXES: CodeBoxes = Array.from({ length: CODE_LENGTH }, () => '');

const digitsOf = (text: string): string => normaliseCode(text).replace(/\D/gu, '');

/** Typed, pasted or autofilled text fills its box and the boxes to the right. A whole code fills all boxes, wherever it is pasted. */
export const enterText = (boxes: CodeBoxes, at: number, text: string): { boxes: CodeBoxes; focus: number } => {
  const digits = digitsOf(text);
  if (digits.length === 0) return { boxes, focus: at };
  const from = digits.length >= CODE_LENGTH ? 0 : at;
  const entered = digits.slice(0, CODE_LENGTH - from);
  return {
    boxes: boxes.map((digit, index) => entered[index - from] ?? digit),
    focus: Math.min(from + entered.length, CODE_LENGTH - 1),
  };
};

/**
 * The text that a box contains after typing or autofill: its own digit and the new ones. Autofill replaces the digit by a whole code. A further
 * digit behind a complete code changes nothing; to correct a digit, the box is selected or cleared first.
 */
export const typeText = (boxes: CodeBoxes, at: number, text: string): { boxes: CodeBoxes; focus: number } => {
  const own = boxes[at] ?? '';
  const count = digitsOf(text).length;
  if (own === '' || count === 1 || count >= CODE_LENGTH) return enterText(boxes, at, text);
  return isComplete(boxes) ? { boxes, focus: at } : enterText(boxes, at, text.replace(own, ''));
};

/** Backspace clears its box or, when that is empty, the box before. */
export const eraseBackwards = (boxes: CodeBoxes, at: number): { boxes: CodeBoxes; focus: number } => {
  const target = boxes[at] === '' ? Math.max(at - 1, 0) : at;
  return { boxes: boxes.map((digit, index) => (index === target ? '' : digit)), focus: target };
};

export const codeOf = (boxes: CodeBoxes): string => boxes.join('');
export const isComplete = (boxes: CodeBoxes): boolean => boxes.every((digit) => digit !== '');
