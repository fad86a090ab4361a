import { idSchema, STALE_UPLOAD_SECONDS } from '@stagereel/contracts';
import { z } from 'zod';

/** Where uploads of one kind belong: a contest's category, or one order line. */
export type UploadPlace = { contestId: string; category: 'cover-image' | 'sample' | 'finished'; lineId?: string | undefined };

const rememberedSchema = z.object({
  uploadId: idSchema,
  place: z.string(),
  /** By which the same file is known again when it is chosen anew. */
  fingerprint: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  /** Epoch milliseconds. */
  openedAt: z.number(),
});
export type RememberedUpload = z.infer<typeof rememberedSchema>;

const listSchema = z.array(rememberedSchema);
const KEY = 'stagereel.uploads';
const LIMIT = 200;

export const placeName = ({ contestId, category, lineId = '' }: UploadPlace): string => [contestId, category, lineId].join('/');

type TextStore = Pick<Storage, 'getItem' | 'setItem'>;
type Options = { store: () => TextStore; now: () => number };

/** Uploads that were begun in this browser and have not ended: a reload, a crash or a lost network may be in between. */
export const createRememberedUploads = ({ store, now }: Options) => {
  const listeners = new Set<() => void>();
  let known: readonly RememberedUpload[] | null = null;

  /** From the store each time: another window may have begun or ended one. */
  const read = (): readonly RememberedUpload[] => {
    try {
      const oldest = now() - STALE_UPLOAD_SECONDS * 1_000;
      return listSchema.parse(JSON.parse(store().getItem(KEY) ?? '[]')).filter(({ openedAt }) => openedAt > oldest);
    } catch {
      return known ?? [];
    }
  };
  const write = (uploads: readonly RememberedUpload[]): void => {
    known = uploads.slice(-LIMIT);
    try {
      store().setItem(KEY, JSON.stringify(known));
    } catch {
      // Where nothing can be stored, a reload forgets them.
    }
    for (const listener of listeners) listener();
  };

  return {
    /** The same list until one is added or forgotten. */
    list: (): readonly RememberedUpload[] => {
      known ??= read();
      return known;
    },
    find: ({ place, fingerprint }: { place: UploadPlace; fingerprint: string }): RememberedUpload | undefined =>
      read().find((upload) => upload.place === placeName(place) && upload.fingerprint === fingerprint),
    add: (upload: Omit<RememberedUpload, 'openedAt'>): void => write([...read(), { ...upload, openedAt: now() }]),
    forget: (uploadId: string): void => write(read().filter((upload) => upload.uploadId !== uploadId)),
    /** Calls back after every change; returns how to stop that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
export type RememberedUploads = ReturnType<typeof createRememberedUploads>;

export const rememberedUploads = createRememberedUploads({ store: () => window.localStorage, now: Date.now });
