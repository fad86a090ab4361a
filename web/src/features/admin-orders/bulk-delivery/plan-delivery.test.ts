import { describe, expect, test } from '@jest/globals';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { groupOrders } from '../lib/order-groups.ts';
import { matchLines } from './match-lines.ts';
import { certainChoices, linesToMatch, matchesToReview, planDelivery } from './plan-delivery.ts';

const lines = [
  buildAdminLine({ orderNumber: '11111111-01', athleteNumber: '1' }),
  buildAdminLine({ orderNumber: '11111111-02', athleteNumber: '2' }),
  buildAdminLine({ orderNumber: '22222222-01', athleteNumber: '3' }),
  buildAdminLine({ orderNumber: '22222222-02', athleteNumber: '4', productionPossible: true }),
  buildAdminLine({ orderNumber: '33333333-01', athleteNumber: '5' }),
];
const groups = groupOrders(lines);
const orderNumbers = (choices: Record<string, number | null>, urls: Record<string, string> = {}) =>
  planDelivery({ groups, urls, hashes: {}, choices }).orders.map(({ orderNumber }) => orderNumber);

describe('planDelivery', () => {
  test('when every line of an order has a file or a URL, then the order is planned', () => {
    expect(orderNumbers({ '11111111-01': 0, '11111111-02': 1 })).toEqual(['11111111']);
    expect(orderNumbers({ '11111111-01': 0 }, { '11111111-02': 'https://videos.example.com/2' })).toEqual(['11111111']);
  });

  test('when a line of an order has none, then the order is incomplete', () => {
    const plan = planDelivery({ groups, urls: {}, hashes: {}, choices: { '11111111-01': 0, '11111111-02': null } });
    expect(plan).toMatchObject({ orders: [], incomplete: ['11111111'] });
  });

  test('when a line is declined, then its order needs no video for it', () => {
    expect(orderNumbers({ '22222222-01': 2 })).toEqual(['22222222']);
  });

  test('when no file is chosen for an order, then it is not planned, even if its URLs are typed', () => {
    const plan = planDelivery({ groups, urls: { '33333333-01': 'https://videos.example.com/5' }, hashes: {}, choices: {} });
    expect(plan).toMatchObject({ orders: [], incomplete: [] });
  });

  test('when one file is chosen for two videos, then both lines conflict', () => {
    const { conflicting } = planDelivery({
      groups,
      urls: {},
      hashes: {},
      choices: { '22222222-01': 4, '33333333-01': 4, '11111111-01': 0 },
    });
    expect([...conflicting].sort()).toEqual(['22222222-01', '33333333-01']);
  });

  test('when two customers ordered the same video, then one file can be chosen for both', () => {
    const same = groupOrders([buildAdminLine({ orderNumber: '44444444-01' }), buildAdminLine({ orderNumber: '55555555-01' })]);
    const plan = planDelivery({ groups: same, urls: {}, hashes: {}, choices: { '44444444-01': 0, '55555555-01': 0 } });
    expect(plan.orders).toHaveLength(2);
    expect(plan.conflicting.size).toBe(0);
  });

  test('when one file is chosen for the same number of two contests of the same name, then both lines conflict', () => {
    const lineIds = ['44444444-01', '55555555-01'] as const;
    const [first, other] = lineIds;
    const namesakes = [buildAdminLine({ orderNumber: first }), buildAdminLine({ orderNumber: other, contestId: 'c2' })];
    const choices = { [first]: 0, [other]: 0 };
    const { conflicting } = planDelivery({ groups: groupOrders(namesakes), urls: {}, hashes: {}, choices });
    expect([...conflicting].sort()).toEqual(lineIds);
  });
});

test('when a line is declined or has a URL, then it is not matched', () => {
  const urls = { '11111111-01': 'https://videos.example.com/1' };
  expect(linesToMatch({ groups, urls, hashes: {} }).map(({ id }) => id)).toEqual(['11111111-02', '22222222-01', '33333333-01']);
});

test('when files are matched, then only certain matches are chosen', () => {
  const matches = matchLines({ paths: ['関東大会_ビキニ_1_縦.mp4', 'ビキニ_2_縦.mp4'], lines, ordered: lines });
  expect(certainChoices(matches)).toMatchObject({ '11111111-01': 0, '11111111-02': null, '33333333-01': null });
});

describe('a video that an earlier bulk delivery uploaded but did not deliver', () => {
  const urls = { '11111111-01': 'video:1', '11111111-02': 'https://videos.example.com/2' };
  const hashes = { 'video:1': 'abc' };

  test('when its folder is chosen again, then its line is matched again, and the plan has its hash', () => {
    expect(linesToMatch({ groups, urls, hashes }).map(({ id }) => id)).toContain('11111111-01');
    const { orders } = planDelivery({ groups, urls, hashes, choices: { '11111111-01': 3 } });
    expect(orders).toMatchObject([{ orderNumber: '11111111', lines: [{ file: 3, url: 'video:1', sha256: 'abc' }, { sha256: null }] }]);
  });

  test('when no file of the next folder fits it, then there is nothing to review about it', () => {
    const matches = matchLines({ paths: ['関東大会_ビキニ_5_縦.mp4'], lines: linesToMatch({ groups, urls, hashes }), ordered: lines });
    const reviewed = matchesToReview({ matches, urls }).lines.map(({ line }) => line.id);
    expect(reviewed).toEqual(['22222222-01', '33333333-01']);
  });
});
