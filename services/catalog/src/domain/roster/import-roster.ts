import type { RosterPreview } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import { applyRoster } from './apply-roster.ts';
import { fingerprintOf, type PlannedRow, planRoster } from './plan-roster.ts';
import { readRosterFile, readRosterRows } from './read-roster.ts';

/** `fingerprint` is the one of the preview to apply. */
type Input = { contestId: string; actor: Actor; file: Uint8Array; isApplying: boolean; fingerprint?: string | undefined };

const summarise = (rows: readonly PlannedRow[]): Pick<RosterPreview, 'counts' | 'rows'> => {
  const counts = { create: 0, update: 0, same: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome.action] += 1;
  return { counts, rows: rows.map(({ outcome, ...row }) => ({ ...row, action: outcome.action })) };
};

/**
 * Previews a CSV roster row by row, or applies it if it would still do exactly what the preview with the fingerprint showed. Category and
 * number identify an athlete. An empty cell leaves a stored value unchanged and gives a new athlete the default.
 * @throws AppError NotFound, RosterUnreadable, RosterChanged
 */
export const importRoster = async (deps: CatalogDeps, input: Input): Promise<RosterPreview> => {
  const { contestId, actor, file, isApplying } = input;
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');

  const sheet = readRosterFile(file);
  const { ignoredColumns, rows } = readRosterRows(sheet);
  const athletes = await deps.athletes.list({ contestId, includeDeleted: true });
  const planned = planRoster({ contest, rows, athletes });
  const fingerprint = fingerprintOf({ contestId, file, rows: planned });
  const summary = { encoding: sheet.encoding, fingerprint, ignoredColumns, isApplied: isApplying };
  if (!isApplying) return { ...summary, ...summarise(planned) };

  if (input.fingerprint !== fingerprint) throw new AppError('RosterChanged');
  return { ...summary, ...summarise(await applyRoster(deps, { contest, actor, rows: planned })) };
};
