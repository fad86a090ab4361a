import { randomUUID } from 'node:crypto';
import type { MediaDeps } from '../ports.ts';
import type { StorageMark } from '../storage.ts';
import { inBatches, unknownKeys } from './unknown-keys.ts';

type Marks = Pick<MediaDeps, 'storage' | 'marks'>;
type Deps = Marks & Pick<MediaDeps, 'uploads' | 'media' | 'log'>;

/** The message is for the operator. */
export class StorageMismatch extends Error {
  override readonly name = 'StorageMismatch';
}

const WAY_ON =
  'Nothing is swept. If they do belong together, say so: npm run media -- adopt, or in a container node services/media/dist/media.js adopt; see docs/configuration.md.';

const mismatchOf = ({ found, known }: { found: StorageMark | undefined; known: StorageMark | undefined }): string | undefined => {
  if (!found) return 'The storage has not been used with this database before.';
  if (found.id !== known?.id) return 'The storage belongs to another database.';
  if (known.turn < found.turn) return 'The database is older than the storage, as one is that was restored from a backup.';
  return undefined;
};

/** @throws StorageMismatch when the database cannot be trusted to know what is in the storage */
export const assertStorageMatches = async ({ storage, marks }: Marks): Promise<void> => {
  // The storage first: the database may be ahead of it, never behind.
  const found = await storage.readMark();
  const mismatch = mismatchOf({ found, known: await marks.find() });
  if (mismatch) throw new StorageMismatch(`${mismatch} ${WAY_ON}`);
};

/**
 * Makes a pair of a storage and a database that were begun together; those of an earlier version are known by what both of them have.
 * All others stay as they are.
 */
export const pairStorage = async (deps: Deps): Promise<void> => {
  const { storage, marks } = deps;
  if (!(await storage.readMark()) && (await isPair(deps))) await storage.writeMark(await marks.begin(randomUUID()));
};

const isPair = async ({ storage, uploads, media }: Deps): Promise<boolean> => {
  let isEmpty = true;
  for await (const objects of inBatches(storage.list())) {
    const keys = objects.map(({ key }) => key);
    const unknown = await unknownKeys({ uploads, media }, keys);
    if (!keys.every((key) => unknown.has(key))) return true;
    isEmpty = false;
  }
  return isEmpty && !(await isAnythingKnown({ uploads, media }));
};

const isAnythingKnown = async ({ uploads, media }: Pick<Deps, 'uploads' | 'media'>): Promise<boolean> =>
  (await media.storedBytes()) > 0 || (await uploads.open()).ids.length > 0 || (await uploads.listUnsettled()).length > 0;

/**
 * Has both go on to the next turn, by which a database that was put back by a backup is found out.
 * @throws StorageMismatch
 */
export const keepStorageMatching = async (deps: Deps): Promise<void> => {
  const { storage, marks, log } = deps;
  await assertStorageMatches(deps);
  const mark = await marks.advance();
  // A full disk takes no mark, and it is the sweep that makes room.
  await storage.writeMark(mark).catch((err: unknown) => log({ err }, 'the storage could not be marked'));
};

/** From now on this storage belongs to this database, and to no other. */
export const adoptStorage = async ({ storage, marks }: Marks): Promise<void> => {
  const mark = { id: randomUUID(), turn: 0 };
  await marks.replace(mark);
  await storage.writeMark(mark);
};
