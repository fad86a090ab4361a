import { describe, expect, test } from '@jest/globals';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { orderableAthletes } from './assortment.ts';
import { findLinkedAthlete, readAthleteLink } from './linked-athlete.ts';

const assortment = orderableAthletes(
  [],
  [
    buildAthlete('12', { category: 'メンズフィジーク' }),
    buildAthlete('12', { category: 'ビキニ', name: '山田 花子' }),
    buildAthlete('012', { category: 'ビキニ' }),
    buildAthlete('20', { videoStatus: '受注停止' }),
  ],
);

const open = (address: string) => {
  const link = readAthleteLink(new URLSearchParams(address));
  return link && findLinkedAthlete(link, assortment);
};

describe('an address that names an athlete', () => {
  test.each(['', 'category=ビキニ', 'athlete=', 'athlete=%20'])('when it is "%s", it names none', (address) => {
    expect(open(address)).toBeNull();
  });

  test.each([
    ['category=ビキニ&athlete=12', 'ビキニ', '12'],
    ['category=%20ビキニ&athlete=１２', 'ビキニ', '12'],
    ['athlete=012', 'ビキニ', '012'],
    ['category=&athlete=012', 'ビキニ', '012'],
  ])('when it is "%s", this one athlete is found', (address, category, athleteNumber) => {
    expect(open(address)).toMatchObject({ athlete: { category, athleteNumber } });
  });

  test('when several athletes have the number and the category is missing, the number is searched', () => {
    expect(open('athlete=12')).toEqual({
      athlete: null,
      notice: 'ゼッケン番号12の選手が複数います。カテゴリーを確認して、選択してください。',
      searchText: '12',
    });
  });

  test.each([
    ['unknown', 'athlete=99', '99', ''],
    ['not on sale', 'category=一般&athlete=20', '20', ''],
    ['of another category', 'category=ビキニ新人&athlete=012', '012', '012'],
  ])('when the athlete is %s, the customer is told', (_case, address, athleteNumber, searchText) => {
    expect(open(address)).toEqual({
      athlete: null,
      notice: `ゼッケン番号${athleteNumber}の動画は、現在販売していません。番号を確認するか、別の選手を選択してください。`,
      searchText,
    });
  });
});
