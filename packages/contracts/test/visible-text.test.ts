import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  athleteNumberSchema,
  categoryNameSchema,
  createAthleteSchema,
  createCategorySchema,
  createContestSchema,
  customerNameSchema,
  fieldErrors,
  issueReceiptSchema,
  normalise,
  reportProblemSchema,
  visibleText,
} from '../src/index.ts';

const LAST_CODE_POINT = 0x10ffff;
const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;
const BLOCK = 512;
/** All characters, in blocks of neighbours. */
const blocks = Array.from({ length: (LAST_CODE_POINT + 1) / BLOCK }, (_, block) =>
  Array.from({ length: BLOCK }, (_, index) => block * BLOCK + index).filter((point) => !isSurrogate(point)),
);

/** What a renderer shows nothing for, and what changes the direction of what follows. */
const invisible = [
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2066,
].concat([0x2069, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe0041, 0xe0100]);
const invisibleText = fc
  .array(fc.constantFrom(...invisible.map((point) => String.fromCodePoint(point))), { maxLength: 3 })
  .map((all) => all.join(''));
/** Texts in which such characters meet each other, emoji, kanji, and letters that normalising joins or splits. */
const texts = fc
  .array(
    fc.oneof(
      invisibleText,
      fc.constantFrom('か', '\u3099', '👩', '❤', '‼', '葛', '\uFA1B', '1', 'ﾊ', 'ﾟ', '\u1100', '\u1161', ' '),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

describe.each([
  ['a name', visibleText, 'NFC'],
  ['an identifier', normalise, 'NFKC'],
] as const)('%s', (_what, clean, form) => {
  const isStable = (text: string): boolean => {
    const cleaned = clean(text);
    return clean(cleaned) === cleaned && cleaned === cleaned.trim();
  };
  /** NFC has another form of these kanji, which are kept in names. */
  const isNormal = (text: string): boolean => {
    const others = text.replace(/[\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu, '一');
    return others.normalize(form) === others;
  };

  test('when any character is alone or beside others, then the result stays the same when it is cleaned again, and is in normal form', () => {
    // Many in one text, because there are a million.
    const wrong = blocks.filter((points) => {
      const text = points.map((point) => String.fromCodePoint(point)).map((each) => `か${each}\u3099${each}👩${each}👩`);
      const cleaned = clean(text.join(''));
      return clean(cleaned) !== cleaned || !isNormal(cleaned);
    });
    expect(wrong).toEqual([]);
    fc.assert(
      fc.property(texts, (text) => isStable(text) && isNormal(clean(text))),
      { numRuns: 3000 },
    );
  });

  test('when invisible characters stand before, in or after a visible text, then it is the same text', () => {
    fc.assert(
      fc.property(invisibleText, invisibleText, invisibleText, (a, b, c) => {
        expect(clean(`${a}A${b}1${c}`)).toBe('A1');
      }),
    );
  });

  test('when a text has a visible character, then it is never empty; without one, it is', () => {
    const letters = fc.constantFrom('a', '1', '山', 'ﾔ', '한', 'ا', '!', '😀', '\u{20BB7}');
    fc.assert(fc.property(texts, letters, texts, (before, letter, after) => clean(`${before}${letter}${after}`) !== ''));
    const blanks = fc.array(fc.oneof(invisibleText, fc.constantFrom('\u2800', ' ', '\u3000', '\u00a0', '\u2003')));
    fc.assert(fc.property(blanks, (parts) => clean(parts.join('')) === ''));
  });
});

describe('a name', () => {
  test.each(['👨‍👩‍👧', '❤️ハナ', '👍🏽', '葛\u{E0100}城', '山田 太郎', '\uFA1B\uFA19', '𠮷野家', 'José', 'O’Neil-Smith', '김철수'])(
    'when it is %s, then it is kept',
    (name) => {
      expect(visibleText(name)).toBe(name);
    },
  );

  test.each([
    ['か\u3099', 'が'],
    ['か\u200b\u3099', 'が'],
    ['\u202e太郎', '太郎'],
    ['a\u200db', 'ab'],
    ['A\ufe0f', 'A'],
    ['\u200b 山田\u2060 ', '山田'],
  ])('when it is %j, then it is %j', (name, kept) => {
    expect(visibleText(name)).toBe(kept);
  });
});

describe('every name and number of a request', () => {
  const fields = [
    ['a customer', customerNameSchema, fieldErrors.nameMissing],
    ['an addressee', issueReceiptSchema.shape.addressee, '宛名を入力してください。'],
    ['a proviso', issueReceiptSchema.shape.proviso, '但し書きを入力してください。'],
    ['a contest', createContestSchema.shape.name, '大会名を入力してください。'],
    ['a category', categoryNameSchema, 'カテゴリ名を入力してください。'],
    ['a bib', athleteNumberSchema, 'ゼッケン番号を入力してください。'],
    ['a problem', reportProblemSchema.shape.text, '問題の内容を入力してください。'],
  ] as const;

  test.each(fields)('when %s has only invisible characters, then the error says that it is missing', (_what, schema, message) => {
    for (const blank of ['\u200b', '\u3164', '\u115f', '\u2800', '\u202e\u2066', '\u00ad \u3000']) {
      const { error } = schema.safeParse(blank);
      expect([blank, error?.issues.map((issue) => issue.message)]).toEqual([blank, [message]]);
    }
  });

  test.each(fields)(
    'when %s has invisible characters, then they are removed, and half a character is refused',
    (what, schema, _message) => {
      for (const typed of ['1\u200b', '\u202e1', '\u20661\u2069', '\ufeff1']) expect(schema.parse(typed)).toBe('1');
      // Line breaks are allowed there, and whatever else cannot be stored is removed.
      if (what === 'a problem') return expect(schema.parse('1\ud83d')).toBe('1');
      for (const half of ['1\ud83d', '\ude001', '\ud800']) {
        expect(schema.safeParse(half).error?.issues[0]?.message).toBe(fieldErrors.notSingleLine);
      }
    },
  );

  test('when an athlete has a name of invisible characters, then the athlete has no name', () => {
    expect(createAthleteSchema.shape.name.parse('\u200b')).toBe(createAthleteSchema.shape.name.parse(''));
    expect(createCategorySchema.parse({ name: 'フィジーク\u200b' }).name).toBe('フィジーク');
  });
});
