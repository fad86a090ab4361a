import { z } from 'zod';
import { readText, type Target, writeText } from './place/target.ts';
import { Refusal } from './refusal.ts';

const digest = { size: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) };

const erasureSchema = z.object({ addressHash: z.string(), pseudonym: z.string(), requestedAt: z.iso.datetime() });
export type ErasureNote = z.infer<typeof erasureSchema>;

/** Written last: a backup without a manifest is not complete. All times are UTC. */
const manifestSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  shopVersion: z.string(),
  startedAt: z.iso.datetime(),
  /** From here to `dumpEndedAt` the databases were read. What was stored before is in the backup. */
  dumpStartedAt: z.iso.datetime(),
  dumpEndedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  databases: z.array(
    z.object({ service: z.string(), name: z.string(), collections: z.array(z.object({ name: z.string(), documents: z.int() })) }),
  ),
  /** The files of the dump and of the events, below the folder of this backup. */
  files: z.array(z.object({ name: z.string(), ...digest })),
  events: z.object({ count: z.int() }),
  /** The stored files of all media. Each is in the folder `files`, which all backups share. */
  media: z.array(z.object(digest)),
  /** Media that were deleted while the backup ran. */
  deletedMedia: z.array(z.string()),
  /** Files that media should have and has not, or whose bytes are damaged. */
  damagedMedia: z.array(z.object({ mediaId: z.string(), key: z.string(), reason: z.string() })),
  /** So that a restore of an older backup erases these addresses again. */
  erasures: z.array(erasureSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const BACKUPS = 'backups/';
export const FILES = 'files/';
const MARK = 'stagereel-backups.json';

/** A time that can be a folder's name on every system. */
export const toBackupId = (time: Date): string => time.toISOString().replaceAll(':', '-').replace('.', '-');
export const folderOf = (id: string): string => `${BACKUPS}${id}/`;
const manifestOf = (id: string): string => `${folderOf(id)}manifest.json`;
export const fileNameOf = (sha256: string): string => `${FILES}${sha256.slice(0, 2)}/${sha256}`;

export const writeManifest = (target: Target, manifest: Manifest): Promise<void> =>
  writeText(target, manifestOf(manifest.id), `${JSON.stringify(manifest, null, 1)}\n`);

/** Its manifest goes first: a backup without one does not exist. Media files, which backups share, stay. */
export const removeBackup = async (target: Target, id: string): Promise<void> => {
  await target.remove(manifestOf(id));
  for await (const { name } of target.list(folderOf(id))) await target.remove(name);
};

/** The ids of all backups, complete or not, oldest first. */
export const listBackupIds = async (target: Target): Promise<string[]> => {
  const ids = new Set<string>();
  for await (const { name } of target.list(BACKUPS)) ids.add(name.slice(BACKUPS.length).split('/', 1)[0] ?? '');
  return [...ids].sort();
};

/** Undefined if the backup is not complete. */
export const readManifest = async (target: Target, id: string): Promise<Manifest | 'unreadable' | undefined> => {
  const text = await readText(target, manifestOf(id));
  if (text === undefined) return undefined;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
};

/** @throws Refusal unless it is empty or contains backups of a shop */
export const requireBackups = async (target: Target, { mayBeEmpty }: { mayBeEmpty: boolean }): Promise<void> => {
  if ((await readText(target, MARK)) !== undefined) return;
  for await (const { name } of target.list(''))
    throw new Refusal(`${target.place} contains ${name} but no backups. Choose an empty place.`);
  if (!mayBeEmpty) throw new Refusal(`${target.place} contains no backups.`);
  await writeText(target, MARK, '{"format":1}\n');
};
