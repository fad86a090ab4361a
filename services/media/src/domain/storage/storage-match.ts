import { randomUUID } from 'node:crypto';
import type { MediaDeps } from '../deps.ts';
import type { StorageMark } from './storage.ts';

/** The message is for the operator. */
export class StorageMismatch extends Error {
  override readonly name = 'StorageMismatch';
}

const HOW_TO_ADOPT =
  'The sweep is paused. If they do belong together, run: npm run media -- adopt, or in a container: node services/media/dist/media.js adopt. See docs/operating.md.';

const findMismatch = ({ inStorage, inDatabase }: Record<'inStorage' | 'inDatabase', StorageMark | undefined>): string | undefined => {
  if (!inStorage) return 'The storage has not been used with this database before.';
  if (inStorage.id !== inDatabase?.id) return 'The storage belongs to another database.';
  if (inDatabase.turn < inStorage.turn) return 'The database is older than the storage, as after a restore from a backup.';
  return undefined;
};

/** @throws StorageMismatch when the database may not know everything that the storage contains */
export const requireMatchingStorage = async ({ storage, storageMarks }: MediaDeps): Promise<void> => {
  // Read the storage first: the database may be ahead of it, never behind.
  const inStorage = await storage.readMark();
  const mismatch = findMismatch({ inStorage, inDatabase: await storageMarks.find() });
  if (mismatch) throw new StorageMismatch(`${mismatch} ${HOW_TO_ADOPT}`);
};

/** Marks a storage without a mark as belonging to this database when both are empty. Otherwise changes nothing. */
export const pairStorage = async (deps: MediaDeps): Promise<void> => {
  const { storage, storageMarks } = deps;
  if ((await storage.readMark()) || (await hasObjects(deps)) || (await hasRecords(deps))) return;
  await storage.writeMark(await storageMarks.create(randomUUID()));
};

const hasObjects = async ({ storage }: MediaDeps): Promise<boolean> => {
  for await (const _object of storage.list()) return true;
  return false;
};

const hasRecords = async ({ uploads, media }: MediaDeps): Promise<boolean> =>
  (await media.storedBytes()) > 0 || (await uploads.summarizeOpen()).ids.length > 0 || (await uploads.listUnsettled()).length > 0;

/**
 * Increases the generation counter in the database and in the storage. A database that is restored from a backup then has a lower counter.
 * @throws StorageMismatch
 */
export const advanceStorageMark = async (deps: MediaDeps): Promise<void> => {
  const { storage, storageMarks, log } = deps;
  await requireMatchingStorage(deps);
  const mark = await storageMarks.advance();
  // Writing the mark fails on a full disk. The sweep must run anyway, because it frees space.
  await storage.writeMark(mark).catch((err: unknown) => log({ err }, 'Storage mark write failed'));
};

/** From now on this storage belongs to this database, and to no other. */
export const adoptStorage = async ({ storage, storageMarks }: MediaDeps): Promise<void> => {
  const mark = { id: randomUUID(), turn: 0 };
  await storageMarks.replace(mark);
  await storage.writeMark(mark);
};
