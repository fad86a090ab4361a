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

const numbers = (typed: string, limit = 50) => searchAthletes(index, typed, limit).shown.map(({ athleteNumber }) => athleteNumber);

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

  test('when more match than are shown, the number of all is told', () => {
    const { shown, total } = searchAthletes(index, '1', 2);
    expect(shown).toHaveLength(2);
    expect(total).toBe(5);
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
