import { createHash } from 'node:crypto';
import { personalDataEraseRequested } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { readDocuments } from './dump.ts';
import type { ErasureNote, Manifest } from './manifest.ts';
import { requireBytes, type Target } from './place/target.ts';
import { unzip } from './unzip.ts';
import type { Known } from './verify.ts';

type ErasureRecord = { _id: string; pseudonym: string; requestedAt: Date };
type Notes = { target: Target; folder: string; database: string };

/** The erasures that identity remembers, from the dump. An address is known by its hash only. */
export const noteErasures = async ({ target, folder, database }: Notes): Promise<ErasureNote[]> => {
  const bytes = await target.read(`${folder}dump/${database}/erasures.bson.gz`);
  if (!bytes) return [];
  const notes: ErasureNote[] = [];
  for await (const document of readDocuments(unzip(bytes), { isExact: false })) {
    const { _id: addressHash, pseudonym, requestedAt } = document as ErasureRecord;
    notes.push({ addressHash, pseudonym, requestedAt: requestedAt.toISOString() });
  }
  return notes;
};

/** What newer backups know about erasures that the restored one may not contain; the last one of each address. */
export const selectMissedErasures = (restored: Known, all: readonly Known[]): Map<string, ErasureNote> => {
  const newer = all.filter(({ startedAt }) => startedAt > restored.startedAt).flatMap(({ erasures }) => erasures);
  const missed = newer.filter(({ addressHash, requestedAt }) =>
    restored.erasures.every((known) => known.addressHash !== addressHash || known.requestedAt < requestedAt),
  );
  const sorted = missed.sort((a, b) => a.requestedAt.localeCompare(b.requestedAt));
  return new Map(sorted.map((note) => [note.addressHash, note]));
};

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) yield* [key, ...stringsIn(inner)];
}

/** As service-kit's erasures name an address. */
const hashOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

/** The events that erase these addresses again, as far as the backup contains the addresses. */
export const findErasedAddresses = async (
  input: { target: Target; manifest: Manifest; folder: string },
  missed: ReadonlyMap<string, ErasureNote>,
) => {
  const found = new Map<string, ErasureNote>();
  if (missed.size === 0) return [];
  for (const { name } of input.manifest.files.filter((file) => file.name.endsWith('.bson.gz'))) {
    for await (const document of readDocuments(unzip(await requireBytes(input.target, `${input.folder}${name}`)), { isExact: false })) {
      for (const text of stringsIn(document)) {
        const note = text.includes('@') ? missed.get(hashOf(text)) : undefined;
        if (note) found.set(text, note);
      }
    }
  }
  return [...found].map(([email, { pseudonym, requestedAt }]) =>
    createEvent(personalDataEraseRequested, { email, pseudonym, requestedAt }),
  );
};
