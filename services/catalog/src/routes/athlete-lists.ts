import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Athlete } from '@stagereel/contracts';

/** A list as it goes over the wire. */
export type ReadyList = { etag: string; plain: Buffer; brotli: Buffer };
type Which = { contestId: string; includeDeleted: boolean };
type Asked = Which & { revision: number };
type Kept = { revision: number; keptUntil: number; list: Promise<ReadyList> };

export type AthleteLists = { get: (asked: Asked) => Promise<ReadyList> };

const MOST_LISTS = 100;
const KEEP_MS = 10_000;
const BROTLI_QUALITY = 5;

const compress = promisify(brotliCompress);

const makeReady = async (athletes: readonly Athlete[]): Promise<ReadyList> => {
  const plain = Buffer.from(JSON.stringify(athletes));
  const brotli = await compress(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  // Weak, because the plain and the compressed form share it.
  return { etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`, plain, brotli };
};

/**
 * Keeps athlete lists as ready bytes: making one of 2,000 costs more than ten times what sending it does. A list counts for one revision of
 * its contest, which is read from the database with each request and grows after every change, so replicas need not tell each other anything.
 * Ten seconds bound what a writer that died between its change and the revision can leave behind.
 */
export const createAthleteLists = ({ read }: { read: (which: Which) => Promise<Athlete[]> }): AthleteLists => {
  const kept = new Map<string, Kept>();

  const keep = (key: string, entry: Kept): void => {
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_LISTS && oldest !== undefined) kept.delete(oldest);
  };

  return {
    get: ({ contestId, includeDeleted, revision }) => {
      const key = `${contestId}:${includeDeleted}`;
      const found = kept.get(key);
      if (found && found.revision >= revision && found.keptUntil > Date.now()) return found.list;
      const list = read({ contestId, includeDeleted }).then(makeReady);
      const entry: Kept = { revision, keptUntil: Date.now() + KEEP_MS, list };
      keep(key, entry);
      list.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return list;
    },
  };
};
