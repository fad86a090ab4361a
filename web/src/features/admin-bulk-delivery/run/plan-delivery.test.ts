import { describe, expect, test } from '@jest/globals';
import { groupOrders } from '../../../components/admin-order/order-groups.ts';
import type { VideoMetadata } from '../../../components/admin-order/video-metadata.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { buildReview } from '../components/review-rows.ts';
import type { VideoMatch } from '../matching/match-videos.ts';
import { type Choices, linesToMatch, planDelivery, type Source, sameVideoLines } from './plan-delivery.ts';

const lines = [
  buildAdminLine({ orderNumber: '11111111-01', athleteNumber: '1' }),
  buildAdminLine({ orderNumber: '11111111-02', athleteNumber: '2' }),
  buildAdminLine({ orderNumber: '22222222-01', athleteNumber: '3' }),
  buildAdminLine({ orderNumber: '22222222-02', athleteNumber: '4', productionPossible: true }),
  buildAdminLine({ orderNumber: '33333333-01', athleteNumber: '5' }),
];
const groups = groupOrders(lines);
const fileOf = (id: string): Source => ({ id, label: `${id}.mp4`, file: new File([id], `${id}.mp4`), url: '' });
const sources = ['a', 'b', 'c', 'd', 'e'].map(fileOf);
const NONE: ReadonlySet<string> = new Set();
const NOTHING_UNFINISHED = { orders: [], urls: {} };
const plan = (choices: Choices, urls: Record<string, string> = {}) =>
  planDelivery({ groups, urls, hashes: {}, sources, choices, asked: NONE, unfinished: NOTHING_UNFINISHED });
const orderNumbers = (...input: Parameters<typeof plan>) => plan(...input).orders.map(({ orderNumber }) => orderNumber);

describe('planDelivery', () => {
  test('when every line of an order has a file or a URL, then the order is planned', () => {
    expect(orderNumbers({ '11111111-01': 0, '11111111-02': 1 })).toEqual(['11111111']);
    expect(orderNumbers({ '11111111-01': 0 }, { '11111111-02': 'https://videos.example.com/2' })).toEqual(['11111111']);
  });

  test('when a line of an order has none, then the order is incomplete', () => {
    expect(plan({ '11111111-01': 0 })).toMatchObject({ orders: [], incomplete: ['11111111'] });
  });

  test('when a line is declined, then its order needs no video for it', () => {
    expect(orderNumbers({ '22222222-01': 2 })).toEqual(['22222222']);
  });

  test('when no file is chosen for an order, then it is not planned, even if its URLs are typed', () => {
    expect(plan({}, { '33333333-01': 'https://videos.example.com/5' })).toMatchObject({ orders: [], incomplete: [] });
  });

  test('when a row of a list is chosen, then its URL replaces the one that the line had, and nothing is uploaded', () => {
    const row: Source = { id: 'row', label: '1行目', file: null, url: 'https://videos.example.com/new' };
    const { orders } = planDelivery({
      groups,
      urls: { '33333333-01': 'video:old' },
      hashes: { 'video:old': 'abc' },
      sources: [row],
      choices: { '33333333-01': 0 },
      asked: NONE,
      unfinished: NOTHING_UNFINISHED,
    });
    expect(orders).toMatchObject([{ lines: [{ file: null, url: row.url, sha256: null }] }]);
  });
});

test('when a line is declined or has a URL, then it is not matched', () => {
  const urls = { '11111111-01': 'https://videos.example.com/1' };
  expect(linesToMatch({ groups, urls, hashes: {}, unfinished: NOTHING_UNFINISHED }).map(({ id }) => id)).toEqual([
    '11111111-02',
    '22222222-01',
    '33333333-01',
  ]);
});

test('when a line still has the URL that an interrupted run gave it, then it is matched again', () => {
  const urls = { '11111111-01': 'https://videos.example.com/wrong', '11111111-02': 'https://videos.example.com/2' };
  const unfinished = { urls: { ...urls, '11111111-02': 'https://videos.example.com/other' } };
  const ids = linesToMatch({ groups, urls, hashes: {}, unfinished }).map(({ id }) => id);
  expect(ids).toEqual(['11111111-01', '22222222-01', '33333333-01']);
});

test('when the review asks about a line that has a URL already, then its order is not delivered with that URL', () => {
  const urls = { '11111111-02': 'https://videos.example.com/wrong' };
  const asked = new Set(['11111111-02']);
  const input = { groups, urls, hashes: {}, sources, asked, unfinished: NOTHING_UNFINISHED };
  expect(planDelivery({ ...input, choices: { '11111111-01': 0 } })).toEqual({ orders: [], incomplete: ['11111111'] });
});

describe('a video that an earlier bulk delivery uploaded but did not deliver', () => {
  const urls = { '11111111-01': 'video:1', '11111111-02': 'https://videos.example.com/2' };
  const hashes = { 'video:1': 'abc' };

  test('when its folder is chosen again, then its line is matched again, and the plan has its hash', () => {
    expect(linesToMatch({ groups, urls, hashes, unfinished: NOTHING_UNFINISHED }).map(({ id }) => id)).toContain('11111111-01');
    const { orders } = planDelivery({
      groups,
      urls,
      hashes,
      sources,
      choices: { '11111111-01': 3 },
      asked: NONE,
      unfinished: NOTHING_UNFINISHED,
    });
    expect(orders).toMatchObject([{ orderNumber: '11111111', lines: [{ file: 3, url: 'video:1', sha256: 'abc' }, { sha256: null }] }]);
  });

  test('when the run was interrupted, then its order is delivered without files, unless one of its URLs was changed since', () => {
    const continued = (planned: Record<string, string>) =>
      planDelivery({ groups, urls, hashes, sources: [], choices: {}, asked: NONE, unfinished: { orders: ['11111111'], urls: planned } })
        .orders;
    expect(continued({ '11111111-02': urls['11111111-02'] })).toMatchObject([{ orderNumber: '11111111' }]);
    expect(continued({ '11111111-02': 'https://videos.example.com/other' })).toEqual([]);
  });
});

describe('buildReview', () => {
  const PORTRAIT: VideoMetadata = { width: 1080, height: 1920, durationSeconds: 60 };
  const matchOf = (index: number, match: Partial<VideoMatch>): VideoMatch => ({
    fileId: sources[index]?.id ?? '',
    state: 'certain',
    lineIds: [],
    reason: 'bib',
    group: 'bib',
    sentence: '番号が一致しました。',
    contradictions: [],
    ...match,
  });
  const review = (matches: readonly Partial<VideoMatch>[], metadata: VideoMetadata | null = PORTRAIT, open = lines) => {
    const given = matches.map((match, index) => matchOf(index, match));
    const inspected = new Map(given.map((_, index) => [index, metadata]));
    const built = buildReview({ sources: sources.slice(0, given.length), matches: given, lines: open, inspected });
    const rows = built.groups.flatMap(({ rows: members }) => members).sort((one, other) => one.index - other.index);
    return { ...built, states: rows.map(({ state }) => state), rows };
  };

  test('when several customers ordered the same video, then a file is chosen for all of them, but not for a contest of the same name', () => {
    const same = [buildAdminLine({ orderNumber: '44444444-01' }), buildAdminLine({ orderNumber: '55555555-01' })];
    expect(review([{ lineIds: ['44444444-01', '55555555-01'] }], PORTRAIT, same).choices).toEqual({ '44444444-01': 0, '55555555-01': 0 });
    const namesake = buildAdminLine({ orderNumber: '66666666-01', contestId: 'c2' });
    expect(sameVideoLines({ lineId: '44444444-01', lines: [...same, namesake] })).toEqual(['44444444-01', '55555555-01']);
  });

  test('when two files are certain for one video, then neither is chosen; one that the admin chose wins', () => {
    const lineIds = ['11111111-01'];
    expect(review([{ lineIds }, { lineIds }])).toMatchObject({ choices: {}, states: ['question', 'question'] });
    expect(review([{ lineIds }, { lineIds, reason: 'choice' }])).toMatchObject({
      choices: { '11111111-01': 1 },
      states: ['question', 'chosen'],
    });
  });

  test.each([
    ['has the wrong orientation', { ...PORTRAIT, width: 3000 }],
    ['has no length', { ...PORTRAIT, durationSeconds: 0 }],
  ])('when a video %s, then it is a question although its name is certain; chosen by hand, it has a warning', (_, metadata) => {
    const lineIds = ['11111111-01'];
    expect(review([{ lineIds }], metadata)).toMatchObject({ choices: {}, states: ['question'], rows: [{ isAcceptable: false }] });
    const { choices, rows } = review([{ lineIds, reason: 'choice' }], metadata);
    expect([choices, rows[0]?.warnings.length]).toEqual([{ '11111111-01': 0 }, 1]);
    // The browser cannot play the video: its name counts.
    expect(review([{ lineIds }], null).choices).toEqual({ '11111111-01': 0 });
  });

  test('when a file contradicts its only line, then it says so in a group that nobody accepts with one click', () => {
    const question = { state: 'question', group: 'words', reason: 'words' } as const;
    const given = [
      { ...question, lineIds: ['11111111-01'], contradictions: ['番号が違います。', '名前が違います。'] },
      { ...question, lineIds: ['22222222-01'] },
      { ...question, reason: 'contradiction', group: 'contradiction', lineIds: ['33333333-01'] },
    ] as const;
    const { groups: found, rows } = review(given);
    expect(rows.map(({ isAcceptable }) => isAcceptable)).toEqual([false, true, false]);
    expect(rows[0]).toMatchObject({ reason: '番号が違います。名前が違います。', warnings: ['番号が違います。', '名前が違います。'] });
    expect(found.map(({ rows: members }) => members.map(({ index }) => index))).toEqual([[1], [0, 2]]);
    expect(review([{ ...given[0], state: 'certain', reason: 'choice' }]).rows[0]?.warnings).toEqual([
      '番号が違います。',
      '名前が違います。',
    ]);
  });

  test('when files are in question, then those with one possible video that no other file may be can be accepted together', () => {
    const question = { state: 'question', group: 'category', reason: 'category' } as const;
    const { groups: found, rows } = review([
      { ...question, lineIds: ['11111111-01'] },
      { ...question, lineIds: ['11111111-02', '22222222-01'] },
      { ...question, lineIds: ['33333333-01'] },
      { lineIds: ['33333333-01'] },
      { state: 'unknown', group: 'noAthlete' },
    ]);
    expect(rows.map(({ isAcceptable }) => isAcceptable)).toEqual([true, false, false, false, false]);
    expect(found.map(({ state, rows: members }) => [state, members.length])).toEqual([
      ['question', 3],
      ['unknown', 1],
      ['chosen', 1],
    ]);
  });
});
