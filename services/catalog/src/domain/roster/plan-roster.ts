import { createHash } from 'node:crypto';
import { createAthleteSchema } from '@stagereel/contracts';
import { hasCategory } from '../athlete-categories.ts';
import { changedFields } from '../changed-fields.ts';
import { liveKeyOf } from '../live-key.ts';
import { newAthlete } from '../new-athlete.ts';
import type { AthleteRecord, ContestRecord } from '../records.ts';
import type { RosterRow, RosterWish } from './read-roster-rows.ts';
import { rowTexts } from './roster-texts.ts';

/** `stored` is the athlete as it is now, `athlete` as it is to be. */
export type Outcome =
  | { action: 'create'; athlete: AthleteRecord }
  | { action: 'update'; athlete: AthleteRecord; stored: AthleteRecord }
  | { action: 'same'; stored: AthleteRecord }
  | { action: 'refused' };
export type PlannedRow = Pick<RosterRow, 'row' | 'athleteNumber' | 'name' | 'category' | 'errors'> & { outcome: Outcome };

type Roster = { contest: ContestRecord; rows: readonly RosterRow[]; athletes: readonly AthleteRecord[] };

const countByKey = (contestId: string, rows: readonly RosterRow[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { wish } of rows) {
    if (!wish) continue;
    const key = liveKeyOf({ contestId, ...wish });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

const outcomeOf = ({ stored, wish, contestId }: { stored: AthleteRecord | undefined; wish: RosterWish; contestId: string }): Outcome => {
  if (!stored) return { action: 'create', athlete: newAthlete({ contestId, wish: createAthleteSchema.parse(wish) }) };
  const wished = { ...stored, ...wish };
  const { after } = changedFields({ before: stored, after: wished });
  if (Object.keys(after).length === 0) return { action: 'same', stored };
  return { action: 'update', stored, athlete: { ...wished, version: stored.version + 1 } };
};

/**
 * What an import of the rows would do to the contest's athletes, of whom the deleted ones must be there too. Of two rows about one athlete both
 * are refused, since the shop cannot know which one is meant; a deleted athlete comes back by nobody's accident.
 */
export const planRoster = ({ contest, rows, athletes }: Roster): PlannedRow[] => {
  const contestId = contest.id;
  const keyed = (isDeleted: boolean) =>
    new Map(athletes.filter((athlete) => athlete.isDeleted === isDeleted).map((athlete) => [liveKeyOf(athlete), athlete]));
  const [living, deleted] = [keyed(false), keyed(true)];
  const counts = countByKey(contestId, rows);

  return rows.map(({ wish, ...row }) => {
    if (!wish) return { ...row, outcome: { action: 'refused' } };
    const key = liveKeyOf({ contestId, ...wish });
    const stored = living.get(key);
    const faults = [
      ...(hasCategory(contest, wish.category) || stored ? [] : [rowTexts.categoryUnknown]),
      ...((counts.get(key) ?? 0) > 1 ? [rowTexts.repeated] : []),
      ...(!stored && deleted.has(key) ? [rowTexts.deleted] : []),
    ];
    if (faults.length > 0) return { ...row, errors: faults, outcome: { action: 'refused' } };
    return { ...row, name: wish.name ?? stored?.name ?? null, outcome: outcomeOf({ stored, wish, contestId }) };
  });
};

/** Stands for a file and all it would do: another one as soon as the file, an athlete it is about, or a category is another. */
export const fingerprintOf = ({ contestId, file, rows }: { contestId: string; file: Uint8Array; rows: readonly PlannedRow[] }): string => {
  const effects = rows.map(({ errors, outcome }) =>
    'stored' in outcome ? [outcome.action, outcome.stored.id, outcome.stored.version] : [outcome.action, ...errors],
  );
  return createHash('sha256').update(contestId).update(file).update(JSON.stringify(effects)).digest('base64url');
};
