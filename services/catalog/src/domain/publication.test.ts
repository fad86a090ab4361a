import { describe, expect, test } from '@jest/globals';
import { asOf, decidePublication, isPublished, PUBLISHED, UNPUBLISHED } from './publication.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const later = '2026-11-22T09:00:00.000Z';
const earlier = new Date('2026-11-20T09:00:00.000Z');
const reserved = { sitePublicStatus: '公開予約', videoPublished: false, scheduledPublishDate: new Date(later) } as const;

describe('decidePublication', () => {
  test.each([
    ['the toggle on', UNPUBLISHED, { videoPublished: true }, PUBLISHED],
    ['the toggle off', PUBLISHED, { videoPublished: false }, UNPUBLISHED],
    ['the status public', UNPUBLISHED, { sitePublicStatus: 'public' }, PUBLISHED],
    ['the status private', PUBLISHED, { sitePublicStatus: 'private' }, UNPUBLISHED],
    ['a status against the toggle', UNPUBLISHED, { sitePublicStatus: 'private', videoPublished: true }, UNPUBLISHED],
    ['a reservation', PUBLISHED, { sitePublicStatus: '公開予約', scheduledPublishDate: later }, reserved],
    ['a reservation of one that has a date', reserved, { sitePublicStatus: '公開予約' }, reserved],
    [
      'another date for a reservation',
      { ...reserved, scheduledPublishDate: new Date('2026-12-24T00:00:00Z') },
      { scheduledPublishDate: later },
      reserved,
    ],
    ['the toggle on over a reservation', reserved, { videoPublished: true }, PUBLISHED],
    ['the toggle off over a reservation', reserved, { videoPublished: false }, UNPUBLISHED],
    ['public with a date left over', reserved, { sitePublicStatus: 'public', scheduledPublishDate: later }, PUBLISHED],
    ['a date without a reservation', UNPUBLISHED, { scheduledPublishDate: later }, UNPUBLISHED],
    ['nothing', reserved, {}, reserved],
  ] as const)('when %s is wished, status, videos and date agree', (_what, current, wish, expected) => {
    expect(decidePublication({ current, wish, now })).toEqual(expected);
  });

  test.each([
    ['without a date', UNPUBLISHED, { sitePublicStatus: '公開予約' }],
    ['with no date', reserved, { sitePublicStatus: '公開予約', scheduledPublishDate: null }],
    ['for now', UNPUBLISHED, { sitePublicStatus: '公開予約', scheduledPublishDate: now.toISOString() }],
    ['for the past', UNPUBLISHED, { sitePublicStatus: '公開予約', scheduledPublishDate: earlier.toISOString() }],
    ['moved into the past', reserved, { scheduledPublishDate: earlier.toISOString() }],
    ['that loses its date', reserved, { scheduledPublishDate: null }],
  ] as const)('when a reservation is wished %s, it is refused', (_what, current, wish) => {
    expect(() => decidePublication({ current, wish, now })).toThrow(expect.objectContaining({ code: 'PublishDateRequired' }));
  });

  test('when nothing of it is wished, other fields of the contest do not leak into it', () => {
    expect(decidePublication({ current: { ...reserved, name: '大会' } as typeof reserved, wish: {}, now })).toEqual(reserved);
  });
});

describe('asOf', () => {
  test('when the reserved time has come, the contest counts as published before any sweep has stored it', () => {
    const due = { ...reserved, scheduledPublishDate: now };
    expect(isPublished(due, now)).toBe(true);
    expect(asOf({ ...due, name: '大会' }, now)).toEqual({ ...PUBLISHED, name: '大会' });
  });

  test('when the reserved time is a millisecond away, it does not', () => {
    expect(isPublished({ ...reserved, scheduledPublishDate: new Date(now.getTime() + 1) }, now)).toBe(false);
  });
});
