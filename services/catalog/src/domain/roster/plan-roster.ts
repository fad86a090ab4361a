import { createHash } from 'node:crypto';
import { createAthleteSchema, PRICE_STEP } from '@stagereel/contracts';
import { type AthleteRecord, athleteKeyOf, newAthlete } from '../athlete/athlete.ts';
import { hasCategory } from '../category/athlete-categories.ts';
import { changedFields } from '../changed-fields.ts';
import type { ContestRecord } from '../contest/contest.ts';
import type { RosterFields, RosterRow } from './read-roster.ts';
import { ROSTER_COLUMNS } from './roster-columns.ts';
import { rowTexts } from './roster-texts.ts';

/** `stored` is the athlete before the import, `athlete` after it. */
export type Outcome =
  | { action: 'create'; athlete: AthleteRecord }
  | { action: 'update'; athlete: AthleteRecord; stored: AthleteRecord }
  | { action: 'same'; stored: AthleteRecord }
  | { action: 'refused' };
export type PlannedRow = Omit<RosterRow, 'fields'> & { outcome: Outcome };

type PlanInput = { contest: ContestRecord; rows: readonly RosterRow[]; athletes: readonly AthleteRecord[] };

const countByKey = (contestId: string, rows: readonly RosterRow[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { fields } of rows) {
    if (!fields) continue;
    const key = athleteKeyOf({ contestId, ...fields });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

type OutcomeInput = { stored: AthleteRecord | undefined; fields: RosterFields; contestId: string };

const outcomeOf = ({ stored, fields, contestId }: OutcomeInput): Outcome => {
  if (!stored) return { action: 'create', athlete: newAthlete({ contestId, data: createAthleteSchema.parse(fields) }) };
  const updated = { ...stored, ...fields };
  const { after } = changedFields({ before: stored, after: updated });
  if (Object.keys(after).length === 0) return { action: 'same', stored };
  return { action: 'update', stored, athlete: { ...updated, version: stored.version + 1 } };
};

/** Errors of prices that are no multiple of the step. An older price that the row only repeats stays. */
const priceErrors = ({ stored, fields }: Pick<OutcomeInput, 'stored' | 'fields'>): string[] =>
  ROSTER_COLUMNS.flatMap(({ field, header }) => {
    if (field !== 'verticalVideoPrice' && field !== 'horizontalVideoPrice') return [];
    const price = fields[field] ?? 0;
    return price % PRICE_STEP === 0 || price === stored?.[field] ? [] : [rowTexts.priceStep(header)];
  });

/**
 * Decides for each row what an import does. `athletes` must include the deleted ones. If two rows name the same athlete, both are refused,
 * because it is unknown which one is correct. A row never restores a deleted athlete.
 */
export const planRoster = ({ contest, rows, athletes }: PlanInput): PlannedRow[] => {
  const contestId = contest.id;
  const byKey = (isDeleted: boolean) =>
    new Map(athletes.filter((athlete) => athlete.isDeleted === isDeleted).map((athlete) => [athleteKeyOf(athlete), athlete]));
  const [live, deleted] = [byKey(false), byKey(true)];
  const counts = countByKey(contestId, rows);

  return rows.map(({ fields, ...row }) => {
    if (!fields) return { ...row, outcome: { action: 'refused' } };
    const key = athleteKeyOf({ contestId, ...fields });
    const stored = live.get(key);
    const errors = [
      ...(hasCategory(contest, fields.category) || stored ? [] : [rowTexts.categoryUnknown]),
      ...((counts.get(key) ?? 0) > 1 ? [rowTexts.repeated] : []),
      ...(!stored && deleted.has(key) ? [rowTexts.deleted] : []),
      ...priceErrors({ stored, fields }),
    ];
    if (errors.length > 0) return { ...row, errors, outcome: { action: 'refused' } };
    return { ...row, name: fields.name ?? stored?.name ?? null, outcome: outcomeOf({ stored, fields, contestId }) };
  });
};

type FingerprintInput = { contestId: string; file: Uint8Array; rows: readonly PlannedRow[] };

/** A hash of a file and everything its import would do. It differs once the file, one of its athletes or a category changes. */
export const fingerprintOf = ({ contestId, file, rows }: FingerprintInput): string => {
  const effects = rows.map(({ errors, outcome }) =>
    'stored' in outcome ? [outcome.action, outcome.stored.id, outcome.stored.version] : [outcome.action, ...errors],
  );
  return createHash('sha256').update(contestId).update(file).update(JSON.stringify(effects)).digest('base64url');
};
