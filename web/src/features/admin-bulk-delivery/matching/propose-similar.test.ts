import { describe, expect, test } from '@jest/globals';
import { ALL, fileOf, linesOf, SATO, YAMADA } from './match-fixtures.ts';
import { type FileToMatch, matchVideos, proposeSimilar, type RegisteredAthlete } from './match-videos.ts';

describe('proposeSimilar', () => {
  const other = [YAMADA, SATO].map((athlete) => ({ ...athlete, contestName: '横浜カップ', contestId: 'yokohama' }));
  const propose = (
    { paths, choice }: { paths: readonly (string | FileToMatch)[]; choice: { fileId: string; lineId: string } },
    athletes: readonly RegisteredAthlete[] = ALL,
  ) => {
    const files = paths.map((path) => (typeof path === 'string' ? fileOf(path) : path));
    const input = { files, athletes, lines: ALL.flatMap(linesOf) };
    const matches = matchVideos({ ...input, choices: [choice] });
    return proposeSimilar({ ...input, choice, matches }).map(({ fileId, lineId }) => `${fileId} ${lineId}`);
  };

  test('when the admin says which number is the bib, then the same place counts in names of the same shape', () => {
    const paths = ['12_1_縦.mp4', '7_2_縦.mp4', '1_2_横.mp4', '縦_2_7.mp4', '2_縦.mp4'];
    expect(propose({ paths, choice: { fileId: '12_1_縦.mp4', lineId: '12 縦' } })).toEqual(['7_2_縦.mp4 7 縦', '1_2_横.mp4 1 横']);
  });

  test('when the admin names the contest of one file, then it counts in the same folder', () => {
    const paths = ['土曜/12_縦.mp4', '土曜/7_縦.mp4', '日曜/12_横.mp4'];
    expect(propose({ paths, choice: { fileId: '土曜/12_縦.mp4', lineId: '12 縦' } }, [...ALL, ...other])).toEqual(['土曜/7_縦.mp4 7 縦']);
  });

  test('when the admin tells the style of one file, then it counts for names with the same unknown word', () => {
    const paths = ['12_T.mp4', '7_T.mp4', '1_Y.mp4'];
    expect(propose({ paths, choice: { fileId: '12_T.mp4', lineId: '12 縦' } })).toEqual(['7_T.mp4 7 縦']);
  });

  test('when another file is certain of the line, or two files would get it, then it is not proposed', () => {
    const paths = ['12_予選_縦.mp4', '7_予選_縦.mp4', '7_縦.mp4', '1_予選_縦.mp4', '1_決勝_縦.mp4', '2_予選_縦.mp4'];
    expect(propose({ paths, choice: { fileId: '12_予選_縦.mp4', lineId: '12 縦' } })).toEqual(['2_予選_縦.mp4 2 縦']);
  });

  test('when a name contradicts the line that it would get, then it is not proposed', () => {
    const paths = ['No.12 予選 縦.mp4', 'No.7 予選 縦.mp4', 'No.1 予選 佐藤花子 縦.mp4', 'ビキニ/No.2 予選 縦.mp4'];
    expect(propose({ paths, choice: { fileId: 'No.12 予選 縦.mp4', lineId: '12 縦' } })).toEqual(['No.7 予選 縦.mp4 7 縦']);
    const numbered = ['1_12_縦.mp4', '2_7_縦.mp4'];
    expect(propose({ paths: numbered, choice: { fileId: '1_12_縦.mp4', lineId: '12 縦' } })).toEqual(['2_7_縦.mp4 7 縦']);
  });

  test('when nothing in the name stands for the athlete, then nothing is proposed', () => {
    expect(propose({ paths: ['a_縦.mp4', '7_予選_縦.mp4'], choice: { fileId: 'a_縦.mp4', lineId: '12 縦' } })).toEqual([]);
  });
});
