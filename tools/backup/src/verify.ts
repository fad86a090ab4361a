import { type ErasureNote, fileNameOf, folderOf, listBackupIds, type Manifest, readManifest, requireBackups } from './manifest.ts';
import { type Digest, digestOf, type Target } from './place/target.ts';
import { Refusal } from './refusal.ts';

/** What a restore of another backup needs of a backup. */
export type Known = Pick<Manifest, 'id' | 'startedAt'> & { erasures: readonly ErasureNote[] };
export type Selected = { manifest: Manifest; all: Known[]; unreadable: string[] };

/**
 * The backup with this id, or the newest complete one, and what all complete ones know. An older backup is never chosen silently because the newest is damaged.
 * @throws Refusal
 */
export const selectBackup = async (target: Target, id: string | undefined): Promise<Selected> => {
  await requireBackups(target, { mayBeEmpty: false });
  let manifest: Manifest | undefined;
  const all: Known[] = [];
  const unreadable: string[] = [];
  for (const each of await listBackupIds(target)) {
    const found = await readManifest(target, each);
    if (found === 'unreadable') unreadable.push(each);
    if (found === undefined || found === 'unreadable') continue;
    all.push({ id: found.id, startedAt: found.startedAt, erasures: found.erasures });
    if (id === undefined || each === id) manifest = found;
  }
  const known = all.map((each) => each.id).join(', ') || 'none';
  const damaged = unreadable.find((each) => (id === undefined ? each > (manifest?.id ?? '') : each === id));
  if (damaged)
    throw new Refusal(
      `The backup ${damaged} is damaged: its manifest.json cannot be read. Choose another with --backup. Complete: ${known}.`,
    );
  if (!manifest) throw new Refusal(`${target.place} has no complete backup${id === undefined ? '' : ` ${id}`}. Complete: ${known}.`);
  return { manifest, all, unreadable };
};

/** `sha256`: of the bytes that the file should have. */
export type DamagedFile = { sha256: string; problem: string };

/** Reads every byte of the backup. @returns the damaged media files. @throws Refusal if the documents, indexes or events are damaged */
export const verifyBackup = async (target: Target, manifest: Manifest): Promise<DamagedFile[]> => {
  const findDamaged = async (files: readonly (Digest & { name: string })[]): Promise<DamagedFile[]> => {
    const damaged: DamagedFile[] = [];
    for (const { name, size, sha256 } of files) {
      const bytes = await target.read(name);
      const found = bytes && (await digestOf(bytes));
      if (found?.size === size && found.sha256 === sha256) continue;
      damaged.push({ sha256, problem: found ? `${name} has other content` : `${name} is missing` });
    }
    return damaged;
  };
  const own = await findDamaged(manifest.files.map((file) => ({ ...file, name: `${folderOf(manifest.id)}${file.name}` })));
  const media = await findDamaged(manifest.media.map((file) => ({ ...file, name: fileNameOf(file.sha256) })));
  const problems = [...own, ...media].map(({ problem }) => problem);
  if (own.length > 0) throw new Refusal(`The backup ${manifest.id} is damaged:\n${problems.join('\n')}\nNothing was restored.`);
  return media;
};
