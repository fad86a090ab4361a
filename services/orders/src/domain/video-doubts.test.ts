import { describe, expect, test } from '@jest/globals';
import type { Footage, VideoStyle } from '@stagereel/contracts';
import type { Line } from './order.ts';
import { videoDoubts } from './video-doubts.ts';

const lineOf = (change: Partial<Line> = {}): Line => ({
  number: '12345678-01',
  contestId: 'contest-1',
  contestName: '関東オープン 2026',
  category: 'ビキニ',
  athleteNumber: '12',
  athleteName: null,
  style: '縦動画',
  price: 5000,
  productionPossible: false,
  declined: null,
  video: null,
  claim: null,
  reArmedAt: null,
  ...change,
});
const read = (width: number, height: number, durationMs: number | null = 60_000): Footage => ({ state: 'read', width, height, durationMs });
const doubts = ({ style = '縦動画', footage, alike = [] }: { style?: VideoStyle; footage: Footage; alike?: Line[] }): string[] =>
  videoDoubts({ line: lineOf({ style }), footage, alike });

describe('what is doubtful about a video', () => {
  test.each<[string, VideoStyle, Footage, string[]]>([
    ['upright for 縦', '縦動画', read(1080, 1920), []],
    ['lying for 横', '横動画', read(1920, 1080), []],
    ['square for either', '縦動画', read(1080, 1080), []],
    ['of a length that the file does not say', '縦動画', read(1080, 1920, null), []],
    ['not to be read here', '縦動画', { state: 'unknown' }, []],
    ['lying for 縦', '縦動画', read(1920, 1080), ['縦動画の明細ですが、横向きの動画です（1920×1080）。']],
    ['upright for 横', '横動画', read(1080, 1920), ['横動画の明細ですが、縦向きの動画です（1080×1920）。']],
    ['empty', '縦動画', read(1080, 1920, 0), ['動画の長さが0秒です。']],
    ['lying for 縦 and empty', '縦動画', read(2, 1, 0), ['縦動画の明細ですが、横向きの動画です（2×1）。', '動画の長さが0秒です。']],
    ['broken', '縦動画', { state: 'unreadable' }, ['動画を読み取れませんでした。ファイルが壊れている可能性があります。']],
    ['not read yet', '縦動画', { state: 'pending' }, ['動画の確認がまだ終わっていません。少し待ってから、もう一度お試しください。']],
  ])('when it is %s, then that is all that is said', (_what, style, footage, expected) => {
    expect(doubts({ style, footage })).toEqual(expected);
  });

  test.each<[string, Partial<Line>]>([
    ['bib', { athleteNumber: '12A' }],
    ['contest', { contestId: 'contest-2', contestName: '関西オープン 2026' }],
    ['category', { category: 'フィジーク' }],
    ['style', { style: '横動画' }],
  ])('when a line of another %s has the same content, then it is named', (_what, change) => {
    const other = lineOf({ number: '87654321-02', ...change });
    expect(doubts({ footage: { state: 'unknown' }, alike: [other] })).toEqual([
      `別の明細の動画と内容が同じです（87654321-02：${other.contestName}・${other.category}・${other.athleteNumber}・${other.style}）。`,
    ]);
  });

  test('when another customer ordered the same video, then its content is the same rightly', () => {
    expect(doubts({ footage: read(1080, 1920), alike: [lineOf({ number: '87654321-02' })] })).toEqual([]);
  });
});
