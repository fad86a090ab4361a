import { idSchema, STALE_UPLOAD_SECONDS } from '@stagereel/contracts';
import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { createJsonSlot, type TextStorage } from '../json-slot.ts';

/** The destination of an upload: a media category of a contest, or one order line. */
export type UploadPlace = { contestId: string; category: 'cover-image' | 'sample' | 'finished'; lineId?: string | undefined };

const rememberedSchema = z.object({
  uploadId: idSchema,
  /** From {@link placeKeyOf}. */
  place: z.string(),
  /** Recognises the same file when it is chosen again. */
  fingerprint: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  /** Epoch milliseconds. */
  openedAt: z.number(),
});
export type RememberedUpload = z.infer<typeof rememberedSchema>;

const listSchema = z.array(rememberedSchema).readonly();
const KEY = 'stagereel.uploads';
const LIMIT = 200;

/** Identifies a destination: equal places have equal keys. */
export const placeKeyOf = ({ contestId, category, lineId = '' }: UploadPlace): string => [contestId, category, lineId].join('/');

type Options = { storage: () => TextStorage; now: () => number };

/** Uploads that were started in this browser and have not ended, so that they can be resumed after a reload, a crash or a lost network. */
export const createRememberedUploads = ({ storage, now }: Options) => {
  const slot = createJsonSlot({ storage, key: KEY, schema: listSchema });
  /** Null until the list is first needed. */
  const store = createStore<readonly RememberedUpload[] | null>(() => null);

  /** Reads the storage each time, because another window may have started or ended an upload. */
  const read = (): readonly RememberedUpload[] => {
    const oldest = now() - STALE_UPLOAD_SECONDS * 1_000;
    return (slot.read() ?? []).filter(({ openedAt }) => openedAt > oldest);
  };
  const write = (uploads: readonly RememberedUpload[]): void => {
    const latest = uploads.slice(-LIMIT);
    slot.write(latest);
    store.setState(latest, true);
  };

  return {
    /** The same array until an upload is added or removed. */
    list: (): readonly RememberedUpload[] => {
      const known = store.getState() ?? read();
      store.setState(known, true);
      return known;
    },
    subscribe: store.subscribe,
    find: ({ place, fingerprint }: { place: UploadPlace; fingerprint: string }): RememberedUpload | undefined =>
      read().find((upload) => upload.place === placeKeyOf(place) && upload.fingerprint === fingerprint),
    add: (upload: Omit<RememberedUpload, 'openedAt'>): void => write([...read(), { ...upload, openedAt: now() }]),
    forget: (uploadId: string): void => write(read().filter((upload) => upload.uploadId !== uploadId)),
  };
};
export type RememberedUploads = ReturnType<typeof createRememberedUploads>;

export const rememberedUploads = createRememberedUploads({ storage: () => window.localStorage, now: Date.now });
