import type { CreateAthlete } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import type { AthleteRecord } from './records.ts';

/** An athlete not stored yet. An empty name is none. */
export const newAthlete = ({ contestId, wish }: { contestId: string; wish: CreateAthlete }): AthleteRecord => ({
  ...wish,
  id: uuid(),
  contestId,
  name: wish.name || null,
  isDeleted: false,
  version: 1,
});

export const athleteTarget = ({ id, category, athleteNumber }: AthleteRecord) => ({
  type: 'athlete',
  id,
  label: `${category} ${athleteNumber}`,
});
