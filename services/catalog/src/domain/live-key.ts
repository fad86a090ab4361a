import type { AthleteKey } from './records.ts';

/** What is unique among living athletes: contest, category and number. None of them can hold a line break. */
export const liveKeyOf = ({ contestId, category, athleteNumber }: AthleteKey): string => [contestId, category, athleteNumber].join('\n');
