import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { adminTexts, specTexts } from '../web/src/testing/spec-texts.ts';
import { asvsRequirements } from './support/asvs-requirements.ts';
import { readSentences, readTaggedTitles } from './support/spec-coverage.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const rowsOf = (page: string): string[] =>
  readFileSync(fromRoot(page), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));

/** What the test command and the builds run besides tests. */
const isCheck = (place: string): boolean => ['tools/testing/static-checks.ts', '.github/workflows/ci.yml', 'Dockerfile'].includes(place);
const isTest = (place: string): boolean => /\.test\.tsx?$/.test(place) || place.startsWith('e2e/journeys/');

const sentences = readSentences();
const titles = readTaggedTitles();
const nameOf = ({ document, id }: { document: string; id: string }): string => `${document} ${id}`;

describe('the sentences of the specification', () => {
  const shown = new Set(titles.flatMap(({ shows }) => shows.map(nameOf)));

  test('when a sentence is listed, then the title of a test names it', () => {
    expect(sentences.map(nameOf).filter((name) => !shown.has(name))).toEqual([]);
  });

  test('when a title names a sentence, then it is listed', () => {
    const listed = new Set(sentences.map(nameOf));
    expect([...shown].filter((name) => !listed.has(name))).toEqual([]);
  });

  test.each([
    { document: 'customer', texts: specTexts },
    { document: 'admin', texts: adminTexts },
  ])('when the $document specification quotes a text, then a sentence has it', ({ document, texts }) => {
    const quoted = Object.values(texts)
      .flat()
      .map((text) => text.replace('{N}', 'N'));
    const own = sentences.filter((sentence) => sentence.document === document);
    expect(quoted.filter((quote) => !own.some(({ text }) => text.includes(`「${quote}」`)))).toEqual([]);
  });
});

describe('the security table in docs/asvs.md', () => {
  const rows = rowsOf('docs/asvs.md').flatMap((row) => {
    const [ids = '', status = '', reasons = ''] = row.replace(/^\| +| *\|$/g, '').split(/ +\| +/);
    return ids.split(', ').map((id) => ({ id, status, reasons }));
  });
  const filesIn = (text: string): string[] =>
    [...text.matchAll(/`([^`]+)`/g)]
      .map(([, name]) => String(name))
      .filter((name) => /^[\w.-]+(?:\/|\.(?:json|md|yml)$)|^(?:Dockerfile|\.dockerignore|\.npmrc)$/.test(name));
  const idsOf = (isIncomplete: (row: (typeof rows)[number]) => boolean): string[] => rows.filter(isIncomplete).map(({ id }) => id);

  test('when the standard has a requirement of level 1 or 2, then it has exactly one row, in the same order', () => {
    const ids = Object.entries(asvsRequirements).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`));
    expect(ids).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test('when a row names a path, then it exists', () => {
    expect(rows.flatMap(({ reasons }) => filesIn(reasons).filter((path) => !existsSync(fromRoot(path))))).toEqual([]);
  });

  test('when a requirement is met, then its row names the place and a test, or is documentation; otherwise it gives the reason', () => {
    expect(idsOf(({ status }) => !['met', 'not met', 'not applicable'].includes(status))).toEqual([]);
    const isShown = (reasons: string): boolean => {
      const files = filesIn(reasons);
      return reasons.endsWith('(documentation)')
        ? files.length > 0
        : files.length > 1 && files.some((path) => isTest(path) || isCheck(path));
    };
    expect(idsOf(({ status, reasons }) => status === 'met' && !isShown(reasons))).toEqual([]);
    expect(idsOf(({ status, reasons }) => status !== 'met' && !/\p{L}{2}.* \p{L}/u.test(reasons))).toEqual([]);
  });

  test('when requirements are counted, then the introduction has the same numbers', () => {
    const text = readFileSync(fromRoot('docs/asvs.md'), 'utf8').replaceAll('\n', ' ');
    const count = (wanted: string): number => rows.filter(({ status }) => status === wanted).length;
    expect(text).toContain(
      `${count('met')} requirements are met, ${count('not met')} are not, and ${count('not applicable')} do not apply`,
    );
  });
});
