import { describe, expect, test } from '@jest/globals';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { athleteMeant, indexAthletes, searchAthletes } from './athlete-search.ts';

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
  test('when nothing is typed, everybody is listed in the order of the numbers', () => {
    expect(numbers('')).toEqual(['2', '012', '12', '12A', '120', '312']);
  });

  test('when a number is typed, the exact one comes first, then those that begin with it, then those that hold it', () => {
    expect(numbers('12')).toEqual(['12', '12A', '120', '012', '312']);
    expect(numbers('012')).toEqual(['012']);
    expect(numbers('12a')).toEqual(['12A']);
  });

  test.each([
    ['full-width digits', '１２Ａ', ['12A']],
    ['a family name', '佐藤', ['12A']],
    ['a full name without its space', '佐藤花子', ['12A']],
    ['half-width katakana', 'ｹﾝｼﾞ', ['012']],
    ['Latin letters in another case', 'mary', ['12']],
    ['something nobody is called', '存在しない', []],
  ])('when %s is typed, the athlete is found', (_case, typed, found) => {
    expect(numbers(typed)).toEqual(found);
  });

  test('when two thousand athletes are searched, a key press stays within a frame', () => {
    const many = indexAthletes(Array.from({ length: 2_000 }, (_, at) => athlete(String(at + 1).padStart(4, '0'), `選手 ${at + 1}`)));
    const timeOf = (typed: string): number => {
      const startedAt = performance.now();
      searchAthletes(many, typed);
      return performance.now() - startedAt;
    };
    // The quickest of ten: what a busy machine does in between is none of the search's time.
    for (const typed of ['', '1', '12', '選手', '選手 1', '存在しない']) {
      expect(Math.min(...Array.from({ length: 10 }, () => timeOf(typed)))).toBeLessThan(16);
    }
  });
});

describe('athleteMeant', () => {
  test('when the number is exactly one athlete’s, that athlete is meant', () => {
    expect(athleteMeant(index, ' １２ ')?.athleteNumber).toBe('12');
    expect(athleteMeant(index, '012')?.athleteNumber).toBe('012');
  });

  test('when a name can mean but one athlete, that athlete is meant', () => {
    expect(athleteMeant(index, '佐藤')?.athleteNumber).toBe('12A');
  });

  test('when several match, or nobody, or nothing was typed, nobody is meant', () => {
    expect(athleteMeant(index, '1')).toBeNull();
    expect(athleteMeant(index, '999')).toBeNull();
    expect(athleteMeant(index, '')).toBeNull();
  });
});
