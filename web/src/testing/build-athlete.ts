import type { Athlete } from '@stagereel/contracts';

/** An athlete on sale for ¥5,000, with the given changes. */
export const buildAthlete = (athleteNumber: string, changes: Partial<Athlete> = {}): Athlete => ({
  id: `a-${athleteNumber}`,
  contestId: 'c1',
  athleteNumber,
  name: null,
  category: '一般',
  videoStatus: '販売中',
  photoStatus: '販売中',
  verticalVideoPrice: 5000,
  horizontalVideoPrice: 5000,
  isDeleted: false,
  version: 1,
  ...changes,
});
