import { describe, expect, test } from '@jest/globals';
import { applyDuePublication, decidePublication, isPublished, PUBLISHED, UNPUBLISHED } from './publication.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const later = '2026-11-22T09:00:00.000Z';
const earlier = new Date('2026-11-20T09:00:00.000Z');
const scheduled = {
  sitePublicStatus: '公開予約',
  videoPublished: false,
  scheduledPublishDate: new Date(later),
  isComingSoon: false,
} as const;
const announced = { ...UNPUBLISHED, isComingSoon: true };

describe('decidePublication', () => {
  test.each([
    ['the switch on', UNPUBLISHED, { videoPublished: true }, PUBLISHED],
    ['the switch off', PUBLISHED, { videoPublished: false }, UNPUBLISHED],
    ['the status public', UNPUBLISHED, { sitePublicStatus: 'public' }, PUBLISHED],
    ['the status private', PUBLISHED, { sitePublicStatus: 'private' }, UNPUBLISHED],
    ['a status that contradicts the switch', UNPUBLISHED, { sitePublicStatus: 'private', videoPublished: true }, UNPUBLISHED],
    ['a scheduled publication', PUBLISHED, { sitePublicStatus: '公開予約', scheduledPublishDate: later }, scheduled],
    ['a scheduled publication without a new date', scheduled, { sitePublicStatus: '公開予約' }, scheduled],
    [
      'another date for a scheduled publication',
      { ...scheduled, scheduledPublishDate: new Date('2026-12-24T00:00:00Z') },
      { scheduledPublishDate: later },
      scheduled,
    ],
    ['the switch on while a publication is scheduled', scheduled, { videoPublished: true }, PUBLISHED],
    ['the switch off while a publication is scheduled', scheduled, { videoPublished: false }, UNPUBLISHED],
    ['public together with a date', scheduled, { sitePublicStatus: 'public', scheduledPublishDate: later }, PUBLISHED],
    ['a date without a scheduled publication', UNPUBLISHED, { scheduledPublishDate: later }, UNPUBLISHED],
    ['nothing', scheduled, {}, scheduled],
    ['an announcement', UNPUBLISHED, { isComingSoon: true }, announced],
    ['an announcement of a scheduled publication', scheduled, { isComingSoon: true }, { ...scheduled, isComingSoon: true }],
    [
      'a scheduled publication of an announced contest',
      announced,
      { sitePublicStatus: '公開予約', scheduledPublishDate: later },
      { ...scheduled, isComingSoon: true },
    ],
    ['the end of an announcement', announced, { isComingSoon: false }, UNPUBLISHED],
    ['the switch on for an announced contest', announced, { videoPublished: true }, PUBLISHED],
    ['an announcement of a published contest', PUBLISHED, { isComingSoon: true }, PUBLISHED],
    ['public together with an announcement', UNPUBLISHED, { sitePublicStatus: 'public', isComingSoon: true }, PUBLISHED],
    ['private together with an announcement', PUBLISHED, { sitePublicStatus: 'private', isComingSoon: true }, announced],
  ] as const)('when the change is %s, then status, published videos and date agree', (_what, current, changes, expected) => {
    expect(decidePublication({ current, changes, now })).toEqual(expected);
  });

  test.each([
    ['without a date', UNPUBLISHED, { sitePublicStatus: '公開予約' }],
    ['with the date null', scheduled, { sitePublicStatus: '公開予約', scheduledPublishDate: null }],
    ['for the current time', UNPUBLISHED, { sitePublicStatus: '公開予約', scheduledPublishDate: now.toISOString() }],
    ['for a time in the past', UNPUBLISHED, { sitePublicStatus: '公開予約', scheduledPublishDate: earlier.toISOString() }],
    ['by moving its date into the past', scheduled, { scheduledPublishDate: earlier.toISOString() }],
    ['by removing its date', scheduled, { scheduledPublishDate: null }],
  ] as const)('when a publication is scheduled %s, then it is refused', (_what, current, changes) => {
    expect(() => decidePublication({ current, changes, now })).toThrow(expect.objectContaining({ code: 'PublishDateRequired' }));
  });

  test('when no publication field changes, then the result has no other fields of the contest', () => {
    expect(decidePublication({ current: { ...scheduled, name: '大会' } as typeof scheduled, changes: {}, now })).toEqual(scheduled);
  });
});

describe('applyDuePublication', () => {
  test('when the scheduled time has come, then the contest counts as published before a sweep stores it', () => {
    const due = { ...scheduled, scheduledPublishDate: now };
    expect(isPublished(due, now)).toBe(true);
    expect(applyDuePublication({ ...due, name: '大会' }, now)).toEqual({ ...PUBLISHED, name: '大会' });
  });

  test('when the scheduled time is one millisecond ahead, then the contest is not published', () => {
    expect(isPublished({ ...scheduled, scheduledPublishDate: new Date(now.getTime() + 1) }, now)).toBe(false);
  });
});
