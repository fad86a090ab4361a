import { fileNameOf, folderOf, listManifests, type Manifest, requireBackups } from './manifest.ts';
import { digestOf, type Target } from './place/target.ts';
import { Refusal } from './refusal.ts';

/** The backup with this id, or the newest complete one, and all complete ones. @throws Refusal */
export const selectBackup = async (target: Target, id: string | undefined): Promise<{ manifest: Manifest; all: Manifest[] }> => {
  await requireBackups(target, { mayBeEmpty: false });
  const all = await listManifests(target);
  const manifest = id === undefined ? all.at(-1) : all.find((each) => each.id === id);
  const known = all.map((each) => each.id).join(', ') || 'none';
  if (!manifest) throw new Refusal(`${target.place} has no complete backup${id === undefined ? '' : ` ${id}`}. Complete: ${known}.`);
  return { manifest, all };
};

/** Reads every byte of the backup. @throws Refusal that names the damaged files */
export const verifyBackup = async (target: Target, manifest: Manifest): Promise<void> => {
  const own = manifest.files.map((file) => ({ ...file, name: `${folderOf(manifest.id)}${file.name}` }));
  const shared = manifest.media.map((file) => ({ ...file, name: fileNameOf(file.sha256) }));
  const damaged: string[] = [];
  for (const { name, size, sha256 } of [...own, ...shared]) {
    const bytes = await target.read(name);
    if (!bytes) damaged.push(`${name} is missing`);
    else {
      const found = await digestOf(bytes);
      if (found.size !== size || found.sha256 !== sha256) damaged.push(`${name} has other content`);
    }
  }
  if (damaged.length > 0) throw new Refusal(`The backup ${manifest.id} is damaged:\n${damaged.join('\n')}\nNothing was restored.`);
};
