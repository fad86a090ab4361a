import { BACKUPS, FILES, fileNameOf, folderOf, listBackupIds, type Manifest, readManifest, removeManifest } from './manifest.ts';
import type { Target } from './place/target.ts';

export type Retention = {
  /** How many complete backups are kept at least. */
  keep?: number;
  /** Backups of these days are kept, too. */
  keepDays?: number;
};

const DAY_MS = 86_400_000;

/** The backups to delete, oldest first. Without a rule none; the newest complete one never. */
export const selectExpired = (manifests: readonly Manifest[], { keep, keepDays }: Retention, now: Date): Manifest[] => {
  if (keep === undefined && keepDays === undefined) return [];
  const isOld = ({ startedAt }: Manifest): boolean => keepDays === undefined || Date.parse(startedAt) < now.getTime() - keepDays * DAY_MS;
  const sorted = [...manifests].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  return sorted.slice(0, -Math.max(keep ?? 1, 1)).filter(isOld);
};

/**
 * Deletes expired backups, what interrupted ones left, and files that no backup needs. Only while the target is locked. The manifest goes first: a backup
 * without one does not exist. If one manifest cannot be read, no file is deleted, because it may be needed.
 * @returns how many backups and files were deleted
 */
export const applyRetention = async (target: Target, retention: Retention): Promise<{ backups: number; files: number }> => {
  const kept: Manifest[] = [];
  const complete: Manifest[] = [];
  const incomplete: string[] = [];
  for (const id of await listBackupIds(target)) {
    const manifest = await readManifest(target, id);
    if (manifest) complete.push(manifest);
    else incomplete.push(id);
  }
  const expired = new Set(selectExpired(complete, retention, new Date()));
  for (const manifest of complete) {
    if (expired.has(manifest)) await removeManifest(target, manifest.id);
    else kept.push(manifest);
  }
  const removed = [...incomplete, ...[...expired].map(({ id }) => id)];
  for (const id of removed) await removeAll(target, await namesOf(target, folderOf(id)));
  const needed = new Set(kept.flatMap(({ media }) => media.map(({ sha256 }) => fileNameOf(sha256))));
  const unneeded = (await namesOf(target, FILES)).filter((name) => !needed.has(name));
  await removeAll(target, unneeded);
  await removeAll(
    target,
    (await namesOf(target, BACKUPS)).filter((name) => name.includes('/.partial-')),
  );
  return { backups: removed.length, files: unneeded.length };
};

const namesOf = async (target: Target, prefix: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of target.list(prefix)) names.push(name);
  return names;
};

const removeAll = async (target: Target, names: readonly string[]): Promise<void> => {
  for (const name of names) await target.remove(name);
};
