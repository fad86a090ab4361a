import { describe, expect, jest, test } from '@jest/globals';
import type { Footage, VideoStyle } from '@stagereel/contracts';
import { buildLine } from '../../../test/support/build-line.ts';
import type { OrdersDeps } from '../deps.ts';
import type { Line } from '../order/order.ts';
import { deliverReady } from './deliver-order.ts';
import { deliveryDoubts } from './delivery-doubts.ts';

const readFootage = (width: number, height: number, durationMs: number | null = 60_000): Footage => ({
  state: 'read',
  width,
  height,
  durationMs,
});
type Check = { style?: VideoStyle; footage: Footage; sameContent?: Line[] };
const doubtsOf = ({ style = '縦動画', footage, sameContent = [] }: Check): string[] =>
  deliveryDoubts({ line: buildLine({ style }), footage, sameContent });

describe('delivery doubts', () => {
  test.each<[string, VideoStyle, Footage, string[]]>([
    ['vertical for a 縦動画 line', '縦動画', readFootage(1080, 1920), []],
    ['horizontal for a 横動画 line', '横動画', readFootage(1920, 1080), []],
    ['square', '縦動画', readFootage(1080, 1080), []],
    ['of unknown duration', '縦動画', readFootage(1080, 1920, null), []],
    ['in an unsupported format', '縦動画', { state: 'unknown' }, []],
    ['horizontal for a 縦動画 line', '縦動画', readFootage(1920, 1080), ['縦動画の明細ですが、横向きの動画です（1920×1080）。']],
    ['vertical for a 横動画 line', '横動画', readFootage(1080, 1920), ['横動画の明細ですが、縦向きの動画です（1080×1920）。']],
    ['empty', '縦動画', readFootage(1080, 1920, 0), ['動画の長さが0秒です。']],
    [
      'horizontal for a 縦動画 line and empty',
      '縦動画',
      readFootage(2, 1, 0),
      ['縦動画の明細ですが、横向きの動画です（2×1）。', '動画の長さが0秒です。'],
    ],
    ['broken', '縦動画', { state: 'unreadable' }, ['動画を読み取れませんでした。ファイルが壊れている可能性があります。']],
    ['not read yet', '縦動画', { state: 'pending' }, ['動画の確認がまだ終わっていません。少し待ってから、もう一度お試しください。']],
  ])('when the video is %s, then exactly these doubts are reported', (_what, style, footage, expected) => {
    expect(doubtsOf({ style, footage })).toEqual(expected);
  });

  test.each<[string, Partial<Line>]>([
    ['bib', { athleteNumber: '12A' }],
    ['contest', { contestId: 'contest-2', contestName: '関西オープン 2026' }],
    ['category', { category: 'フィジーク' }],
    ['style', { style: '横動画' }],
  ])('when a line of another %s has the same content, then the doubt names that line', (_what, change) => {
    const other = buildLine({ number: '87654321-02', ...change });
    expect(doubtsOf({ footage: { state: 'unknown' }, sameContent: [other] })).toEqual([
      `別の明細の動画と内容が同じです（87654321-02：${other.contestName}・${other.category}・${other.athleteNumber}・${other.style}）。`,
    ]);
  });

  test('when another customer ordered the same video, then the same content is no doubt', () => {
    expect(doubtsOf({ footage: readFootage(1080, 1920), sameContent: [buildLine({ number: '87654321-02' })] })).toEqual([]);
  });
});

describe('delivering the rest of an order', () => {
  test('when it opens an expired page again, then it is refused if a video that is already on it was erased', async () => {
    const now = new Date('2026-11-24T03:00:00.000Z');
    const erased = buildLine({ video: { kind: 'stored', url: 'video:0198b7a4-5b3e-7c55-9d6a-1f2e3d4c5b6a' } });
    const order = {
      number: '12345678',
      handledAt: null,
      payment: { state: 'paid', paidAt: now, intentId: 'pi_1', disputeOutcome: null, refundedAmount: 0 },
      total: 10_000,
      lines: [erased, buildLine({ number: '12345678-02' })],
      download: { pageId: 'page', openedAt: new Date(0), expiresAt: now, eventId: 'delivered-1', recalledAt: null },
    };
    const save = jest.fn();
    const orders = { findByNumber: async () => order, save };
    const deps = { now: () => now, orders, videos: { findFinished: async () => [] } } as unknown as OrdersDeps;
    const delivery = deliverReady(deps, {
      orderNumber: order.number,
      downloadUrls: { '12345678-02': 'https://videos.example/2' },
      confirmedDoubts: {},
      actor: { id: 'admin-1', email: 'admin@example.jp', ip: '192.0.2.1' },
    });
    await expect(delivery).rejects.toMatchObject({ code: 'FinishedVideoGone' });
    expect(save).not.toHaveBeenCalled();
  });
});
