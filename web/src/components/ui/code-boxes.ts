import { CODE_LENGTH, normaliseCode } from '@stagereel/contracts';

/** What stands in each box: one digit or nothing. */
export type CodeBoxes = readonly string[];

export const EMPTY_BOXES: CodeBoxes = Array.from({ length: CODE_LENGTH }, () => '');

const digitsOf = (text: string): string => normaliseCode(text).replace(/\D/gu, '');

/** Typed, pasted or filled-in text goes into its box and on to the right. A whole code fills all boxes, wherever it lands. */
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

/** Backspace empties its box, or when that is empty, the one before. */
export const eraseBackwards = (boxes: CodeBoxes, at: number): { boxes: CodeBoxes; focus: number } => {
  const target = boxes[at] === '' ? Math.max(at - 1, 0) : at;
  return { boxes: boxes.map((digit, index) => (index === target ? '' : digit)), focus: target };
};

export const codeOf = (boxes: CodeBoxes): string => boxes.join('');
export const isComplete = (boxes: CodeBoxes): boolean => boxes.every((digit) => digit !== '');
