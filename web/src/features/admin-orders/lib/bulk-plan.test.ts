import { describe, expect, test } from '@jest/globals';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { planDelivery, sureChoices, waitingLines, withoutSent } from './bulk-plan.ts';
import { matchVideos } from './match-videos.ts';
import { groupOrders } from './order-groups.ts';

const lines = [
  buildAdminLine({ orderNumber: '11111111-01', athleteNumber: '1' }),
  buildAdminLine({ orderNumber: '11111111-02', athleteNumber: '2' }),
  buildAdminLine({ orderNumber: '22222222-01', athleteNumber: '3' }),
  buildAdminLine({ orderNumber: '22222222-02', athleteNumber: '4', productionPossible: true }),
  buildAdminLine({ orderNumber: '33333333-01', athleteNumber: '5' }),
];
const groups = groupOrders(lines);
const orderNumbers = (choices: Record<string, number | null>, urls: Record<string, string> = {}) =>
  planDelivery({ groups, urls, contents: {}, choices }).orders.map(({ orderNumber }) => orderNumber);

describe('planDelivery', () => {
  test('when every line of an order has a file or a download, the order goes out', () => {
    expect(orderNumbers({ '11111111-01': 0, '11111111-02': 1 })).toEqual(['11111111']);
    expect(orderNumbers({ '11111111-01': 0 }, { '11111111-02': 'https://videos.example.com/2' })).toEqual(['11111111']);
  });

  test('when a line of an order has none, nothing of the order goes out', () => {
    const plan = planDelivery({ groups, urls: {}, contents: {}, choices: { '11111111-01': 0, '11111111-02': null } });
    expect(plan).toMatchObject({ orders: [], incomplete: ['11111111'] });
  });

  test('when a line is declined, its order does not wait for it', () => {
    expect(orderNumbers({ '22222222-01': 2 })).toEqual(['22222222']);
  });

  test('when nothing was chosen for an order, it is left alone, also where its downloads are typed', () => {
    const plan = planDelivery({ groups, urls: { '33333333-01': 'https://videos.example.com/5' }, contents: {}, choices: {} });
    expect(plan).toMatchObject({ orders: [], incomplete: [] });
  });

  test('when one file is chosen for two lines, both are named', () => {
    const { doubled } = planDelivery({ groups, urls: {}, contents: {}, choices: { '22222222-01': 4, '33333333-01': 4, '11111111-01': 0 } });
    expect([...doubled].sort()).toEqual(['22222222-01', '33333333-01']);
  });

  test('when two customers ordered the same video, one file is for both', () => {
    const same = groupOrders([buildAdminLine({ orderNumber: '44444444-01' }), buildAdminLine({ orderNumber: '55555555-01' })]);
    const plan = planDelivery({ groups: same, urls: {}, contents: {}, choices: { '44444444-01': 0, '55555555-01': 0 } });
    expect(plan.orders).toHaveLength(2);
    expect(plan.doubled.size).toBe(0);
  });

  test('when one file is chosen for the same number of two contests of one name, both are named', () => {
    const lineIds = ['44444444-01', '55555555-01'] as const;
    const [first, other] = lineIds;
    const namesakes = [buildAdminLine({ orderNumber: first }), buildAdminLine({ orderNumber: other, contestId: 'c2' })];
    const choices = { [first]: 0, [other]: 0 };
    const { doubled } = planDelivery({ groups: groupOrders(namesakes), urls: {}, contents: {}, choices });
    expect([...doubled].sort()).toEqual(lineIds);
  });
});

test('when a line is declined or has its download, it waits for no video', () => {
  const urls = { '11111111-01': 'https://videos.example.com/1' };
  expect(waitingLines({ groups, urls, contents: {} }).map(({ id }) => id)).toEqual(['11111111-02', '22222222-01', '33333333-01']);
});

test('when files are matched, only what is sure is chosen', () => {
  const matches = matchVideos({ paths: ['関東大会_ビキニ_1_縦.mp4', 'ビキニ_2_縦.mp4'], lines, ordered: lines });
  expect(sureChoices(matches)).toMatchObject({ '11111111-01': 0, '11111111-02': null, '33333333-01': null });
});

describe('a video that an earlier run sent for an order that was not delivered', () => {
  const urls = { '11111111-01': 'video:1', '11111111-02': 'https://videos.example.com/2' };
  const contents = { 'video:1': 'abc' };

  test('when its folder comes again, its line is matched again, and its order goes out with the content it is known by', () => {
    expect(waitingLines({ groups, urls, contents }).map(({ id }) => id)).toContain('11111111-01');
    const { orders } = planDelivery({ groups, urls, contents, choices: { '11111111-01': 3 } });
    expect(orders).toMatchObject([{ orderNumber: '11111111', lines: [{ file: 3, url: 'video:1', sha256: 'abc' }, { sha256: null }] }]);
  });

  test('when no file of the next folder fits it, there is nothing to look at', () => {
    const matches = matchVideos({ paths: ['関東大会_ビキニ_5_縦.mp4'], lines: waitingLines({ groups, urls, contents }), ordered: lines });
    const seen = withoutSent({ matches, urls }).lines.map(({ line }) => line.id);
    expect(seen).toEqual(['22222222-01', '33333333-01']);
  });
});
