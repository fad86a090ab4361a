import { describe, expect, test } from '@jest/globals';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { exactAthlete, indexAthletes, searchAthletes } from './athlete-search.ts';

const athlete = (athleteNumber: string, name: string | null = null) => buildAthlete(athleteNumber, { name });

const index = indexAthletes([
  athlete('12A', '佐藤 花子'),
  athlete('2', '鈴木 一郎'),
  athlete('012', '高橋 ケンジ'),
  athlete('120'),
  athlete('12', '田中 Mary'),
  athlete('312'),
]);

const numbers = (typed: string) => searchAthletes(index, typed).map(({ athleteNumber }) => athleteNumber);

describe('searchAthletes', () => {
  test('when the search is empty, all athletes are listed by number', () => {
    expect(numbers('')).toEqual(['2', '012', '12', '12A', '120', '312']);
  });

  test('when a number is searched, an exact match is first, then numbers that start with it, then numbers that contain it', () => {
    expect(numbers('12')).toEqual(['12', '12A', '120', '012', '312']);
    expect(numbers('012')).toEqual(['012']);
    expect(numbers('12a')).toEqual(['12A']);
  });

  test('when two categories have the same number, both are found, in the order of the categories', () => {
    const both = indexAthletes(['マスターズ', '一般'].map((category) => buildAthlete('12', { category })));
    expect(searchAthletes(both, '12').map(({ category }) => category)).toEqual(['マスターズ', '一般']);
    expect(exactAthlete(both, '12')).toBeNull();
  });

  test.each([
    ['full-width digits', '１２Ａ', ['12A']],
    ['a family name', '佐藤', ['12A']],
    ['a full name without its space', '佐藤花子', ['12A']],
    ['half-width katakana', 'ｹﾝｼﾞ', ['012']],
    ['Latin letters in another case', 'mary', ['12']],
    ['something nobody is called', '存在しない', []],
  ])('when the search is %s, the athlete is found', (_case, typed, found) => {
    expect(numbers(typed)).toEqual(found);
  });

  test('when two thousand athletes are searched, it takes less than a frame', () => {
    const many = indexAthletes(Array.from({ length: 2_000 }, (_, at) => athlete(String(at + 1).padStart(4, '0'), `選手 ${at + 1}`)));
    const timeOf = (typed: string): number => {
      const startedAt = performance.now();
      searchAthletes(many, typed);
      return performance.now() - startedAt;
    };
    // The fastest of ten runs, so that other load on the machine does not count.
    for (const typed of ['', '1', '12', '選手', '選手 1', '存在しない']) {
      expect(Math.min(...Array.from({ length: 10 }, () => timeOf(typed)))).toBeLessThan(16);
    }
  });
});

describe('exactAthlete', () => {
  test('when the text is exactly one athlete’s number, that athlete is meant', () => {
    expect(exactAthlete(index, ' １２ ')?.athleteNumber).toBe('12');
    expect(exactAthlete(index, '012')?.athleteNumber).toBe('012');
  });

  test('when a name matches only one athlete, that athlete is meant', () => {
    expect(exactAthlete(index, '佐藤')?.athleteNumber).toBe('12A');
  });

  test('when several or no athletes match, or the text is empty, no athlete is meant', () => {
    expect(exactAthlete(index, '1')).toBeNull();
    expect(exactAthlete(index, '999')).toBeNull();
    expect(exactAthlete(index, '')).toBeNull();
  });
});
