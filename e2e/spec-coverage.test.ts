import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { adminTexts, specTexts } from '../web/src/testing/spec-texts.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const rowsOf = (page: string): string[] =>
  readFileSync(fromRoot(page), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));

/** What is set like code and is no call, address or option: a place in the tree. */
const placesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, name]) => String(name))
    .filter((name) => name.includes('/') && !/^(\/|GET|POST|PUT|PATCH|DELETE)/.test(name));
const lastCellOf = (row: string): string => row.split(' | ').at(-1)?.replace(/ *\|$/, '') ?? '';
const isTest = (place: string): boolean => /\.test\.tsx?$/.test(place) || place.startsWith('e2e/journeys/');

const pages = [
  { page: 'docs/spec-coverage.md', texts: specTexts },
  { page: 'docs/spec-coverage-admin.md', texts: adminTexts },
];

describe.each(pages)('the specification table in $page', ({ page, texts }) => {
  const rows = rowsOf(page);

  test('when a row names a path, then it exists', () => {
    const missing = rows.flatMap((row) =>
      placesIn(row).filter((place) => ![place, `web/src/${place}`].some((path) => existsSync(fromRoot(path)))),
    );
    expect(missing).toEqual([]);
  });

  test('when a row names what is built, then it names a test; otherwise it says what it waits for', () => {
    const open = rows.filter((row) => !placesIn(lastCellOf(row)).some(isTest) && !/waits for media|not on this page/.test(lastCellOf(row)));
    expect(open).toEqual([]);
  });

  test('when the specification quotes a text, then a row names it', () => {
    const quoted = Object.values(texts)
      .flat()
      .map((text) => text.replace('{N}', 'N'));
    expect(quoted.filter((text) => !rows.some((row) => row.includes(`「${text}」`)))).toEqual([]);
  });

  test('when rows are numbered, then the numbers of each chapter are consecutive', () => {
    const numbers = rows.map((row) => String(/^\| (\d+\.\d+) /.exec(row)?.[1]));
    const expected = numbers.map((number, index) => {
      const [chapter] = number.split('.');
      const before = numbers[index - 1]?.split('.');
      return before?.[0] === chapter ? `${chapter}.${Number(before?.[1]) + 1}` : `${chapter}.1`;
    });
    expect(numbers).toEqual(expected);
  });
});
