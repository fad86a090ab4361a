import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { specTexts } from './support/spec-texts.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const page = readFileSync(fromRoot('docs/spec-coverage.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| \d/.test(line));

/** What is set like code and is no call, address or option: a place in the tree. */
const placesIn = (row: string): string[] =>
  [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => String(name)).filter((name) => name.includes('/') && !/^(\/|GET|POST)/.test(name));

describe('the table of what the specification asks for', () => {
  test('when a row names a place in the tree, it is there', () => {
    const missing = rows.flatMap((row) =>
      placesIn(row).filter((place) => ![place, `web/src/${place}`].some((path) => existsSync(fromRoot(path)))),
    );
    expect(missing).toEqual([]);
  });

  test('when the specification quotes a text, a row names it', () => {
    const quoted = Object.values(specTexts)
      .flat()
      .map((text) => text.replace('{N}', 'N'));
    expect(quoted.filter((text) => !rows.some((row) => row.includes(`「${text}」`)))).toEqual([]);
  });

  test('when rows are counted, each chapter’s numbers follow each other', () => {
    const numbers = rows.map((row) => String(/^\| (\d+\.\d+) /.exec(row)?.[1]));
    const expected = numbers.map((number, index) => {
      const [chapter] = number.split('.');
      const before = numbers[index - 1]?.split('.');
      return before?.[0] === chapter ? `${chapter}.${Number(before?.[1]) + 1}` : `${chapter}.1`;
    });
    expect(numbers).toEqual(expected);
  });
});
