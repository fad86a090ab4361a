import { BACKUPS, FILES, fileNameOf, listBackupIds, type Manifest, readManifest, removeBackup } from './manifest.ts';
import type { Target } from './place/target.ts';

export type Retention = {
  /** How many complete backups are kept at least. */
  keep?: number;
  /** Backups of these days are kept, too. */
  keepDays?: number;
};

const DAY_MS = 86_400_000;

type Dated = Pick<Manifest, 'id' | 'startedAt'>;

/** The backups to delete, oldest first. Without a rule none; the newest complete one never. */
export const selectExpired = (complete: readonly Dated[], { keep, keepDays }: Retention, now: Date): Dated[] => {
  if (keep === undefined && keepDays === undefined) return [];
  const isOld = ({ startedAt }: Dated): boolean => keepDays === undefined || Date.parse(startedAt) < now.getTime() - keepDays * DAY_MS;
  const sorted = [...complete].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  return sorted.slice(0, -Math.max(keep ?? 1, 1)).filter(isOld);
};

type Outcome = { backups: number; files: number; unreadable: string[] };

/**
 * Deletes expired backups, what interrupted ones left, and media files that no backup needs. Only while the target is locked.
 * If a manifest cannot be read, no media file is deleted, because it may be needed. Manifests are large, so one is in memory at a time.
 */
export const applyRetention = async (target: Target, retention: Retention): Promise<Outcome> => {
  const complete: Dated[] = [];
  const removed: string[] = [];
  const unreadable: string[] = [];
  for (const id of await listBackupIds(target)) {
    const manifest = await readManifest(target, id);
    if (manifest === undefined) removed.push(id);
    else if (manifest === 'unreadable') unreadable.push(id);
    else complete.push({ id, startedAt: manifest.startedAt });
  }
  const expired = selectExpired(complete, retention, new Date()).map(({ id }) => id);
  removed.push(...expired);
  for (const id of removed) await removeBackup(target, id);

  const needed = new Set<string>();
  for (const { id } of complete.filter((backup) => !expired.includes(backup.id))) {
    const manifest = await readManifest(target, id);
    if (manifest === undefined || manifest === 'unreadable') unreadable.push(id);
    else for (const { sha256 } of manifest.media) needed.add(fileNameOf(sha256));
  }
  const isPartial = (name: string): boolean => name.includes('/.partial-');
  const files = await removeAll(target, FILES, (name) => isPartial(name) || (unreadable.length === 0 && !needed.has(name)));
  await removeAll(target, BACKUPS, isPartial);
  return { backups: removed.length, files, unreadable };
};

/** Deletes the documents of interrupted backups, which may have filled the disk. Their media files stay: the next backup needs them. */
export const removeIncomplete = async (target: Target): Promise<void> => {
  for (const id of await listBackupIds(target)) if ((await readManifest(target, id)) === undefined) await removeBackup(target, id);
};

/** Removes the files below the prefix that match. @returns how many */
const removeAll = async (target: Target, prefix: string, isUnneeded: (name: string) => boolean): Promise<number> => {
  const names: string[] = [];
  for await (const { name } of target.list(prefix)) if (isUnneeded(name)) names.push(name);
  for (const name of names) await target.remove(name);
  return names.length;
};
