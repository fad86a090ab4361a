import type { RosterPreview } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from '../ports.ts';
import { applyRoster } from './apply-roster.ts';
import { fingerprintOf, type PlannedRow, planRoster } from './plan-roster.ts';
import { readRosterFile } from './read-roster-file.ts';
import { readRosterRows } from './read-roster-rows.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;
/** `fingerprint` is that of the preview whose effects are to be stored. */
type Input = { contestId: string; actor: Actor; file: Uint8Array; isApplying: boolean; fingerprint?: string | undefined };

const summarise = (rows: readonly PlannedRow[]): Pick<RosterPreview, 'counts' | 'rows'> => {
  const counts = { create: 0, update: 0, same: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome.action] += 1;
  return { counts, rows: rows.map(({ outcome, ...row }) => ({ ...row, action: outcome.action })) };
};

/**
 * Reads a CSV roster and says row by row what it would do; applied, it does what a preview of the same fingerprint said and nothing else. An
 * athlete is known by category and number; a cell that is empty changes nothing, and gives a new athlete the usual value.
 * @throws AppError NotFound, RosterUnreadable, RosterChanged
 */
export const importRoster = async (deps: Deps, input: Input): Promise<RosterPreview> => {
  const { contestId, actor, file, isApplying } = input;
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');

  const sheet = readRosterFile(file);
  const { ignoredColumns, rows } = readRosterRows(sheet);
  const athletes = await deps.athletes.list({ contestId, includeDeleted: true });
  const planned = planRoster({ contest, rows, athletes });
  const fingerprint = fingerprintOf({ contestId, file, rows: planned });
  const about = { encoding: sheet.encoding, fingerprint, ignoredColumns, isApplied: isApplying };
  if (!isApplying) return { ...about, ...summarise(planned) };

  if (input.fingerprint !== fingerprint) throw new AppError('RosterChanged');
  return { ...about, ...summarise(await applyRoster(deps, { contest, actor, rows: planned })) };
};
