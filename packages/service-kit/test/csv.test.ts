import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attachment, csvLine, unescapeFormula } from '../src/index.ts';

describe('csvLine', () => {
  test('when cells contain commas, quotes, line breaks or outer spaces, then they are quoted', () => {
    expect(csvLine(['山田 太郎', 'a,b', 'say "no"', 'two\nlines', ' x', null, 5000, -500])).toBe(
      '山田 太郎,"a,b","say ""no""","two\nlines"," x",,5000,-500\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠1', "'=1", "''=1"])(
    'when a text is %j, no spreadsheet takes it for a formula, and it can be had back',
    (text) => {
      const cell = csvLine([text]).slice(0, -2).replace(/^"|"$/g, '');
      expect(cell).toBe(`'${text}`);
      expect(unescapeFormula(cell)).toBe(text);
    },
  );

  test('when an apostrophe precedes ordinary text, then it is part of the text', () => {
    expect(csvLine(["'90", "O'Brien"])).toBe("'90,O'Brien\r\n");
    expect(["'90", "'", ''].map(unescapeFormula)).toEqual(["'90", "'", '']);
  });

  test('when any text is written and read again, then it is the same text', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '＝', '\t', '"', ',', '\n', 'a', '山', ' ') });
    fc.assert(
      fc.property(text, (value) => {
        const line = csvLine([value]).slice(0, -2);
        const cell = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
        expect(unescapeFormula(cell)).toBe(value);
      }),
    );
  });
});

describe('attachment', () => {
  test('when a file has a Japanese name, then the header contains the encoded name and a plain name for old programs', () => {
    expect(attachment({ fileName: '名簿 (1)*.csv', fallback: 'roster.csv' })).toBe(
      `attachment; filename="roster.csv"; filename*=UTF-8''${encodeURIComponent('名簿')}%20%281%29_.csv`,
    );
  });

  test('when a name contains paths, quotes, line breaks or half a character, then none of them reaches the header', () => {
    const header = attachment({ fileName: '../a\r\nSet-Cookie: x"\u202E\uD800.csv', fallback: 'a.csv' });
    expect(header).toBe(`attachment; filename="a.csv"; filename*=UTF-8''.._a__Set-Cookie_%20x___.csv`);
  });
});
