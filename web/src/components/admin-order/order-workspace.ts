import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { adminDraftKey, onAdminDraftsForgotten } from '../../lib/admin-drafts.ts';
import { createJsonSlot, type TextStorage } from '../../lib/json-slot.ts';
import type { DoubtfulDelivery } from './delivery-doubts.ts';
import type { OrderGroup } from './order-groups.ts';

type Texts = Readonly<Record<string, string>>;

const textsSchema = z.record(z.string(), z.string());

const withoutKeys = (texts: Texts, keys: readonly string[]): Texts =>
  keys.some((key) => key in texts) ? Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key))) : texts;

/** Unsent texts in the tab's session storage. They survive a reload and a change of screen; a sign-out deletes them. */
const createTextStore = ({ name, storage }: { name: string; storage: () => TextStorage }) => {
  const slot = createJsonSlot({ storage, key: adminDraftKey(name), schema: textsSchema });
  const store = createStore<Texts>(() => slot.read() ?? {});
  onAdminDraftsForgotten(() => {
    slot.remove();
    store.setState({}, true);
  });
  return {
    store,
    read: store.getState,
    update: (change: (texts: Texts) => Texts): void => {
      const texts = change(store.getState());
      if (texts === store.getState()) return;
      slot.write(texts);
      store.setState(texts, true);
    },
  };
};

/** `sha256`: of the file, if a later bulk delivery shall recognise it; otherwise null. */
export type UploadedVideo = { url: string; fileName: string; sha256: string | null };

/** Only the newest names are kept, because a tab may stay open for weeks. */
const MAX_FILE_NAMES = 500;

/** The videos that order lines will be delivered with. An upload can finish while its admin is on another screen. */
export const createLineVideos = (storage: () => TextStorage) => {
  /** By line id. */
  const urls = createTextStore({ name: 'delivery-urls', storage });
  /** SHA-256 by URL, of the files that a bulk delivery has sent, so that it does not send the same file again. */
  const hashes = createTextStore({ name: 'bulk-videos', storage });
  /** By URL. A name outlives the URL of its line, because a recalled delivery restores that URL. */
  const fileNames = createTextStore({ name: 'video-names', storage });

  /** Also removes the hashes of videos that no line has any more. */
  const updateUrls = (change: (texts: Texts) => Texts): void => {
    urls.update(change);
    const used = new Set(Object.values(urls.read()));
    hashes.update((known) =>
      withoutKeys(
        known,
        Object.keys(known).filter((url) => !used.has(url)),
      ),
    );
  };

  return {
    urls,
    hashes,
    fileNames,
    setUrls: (changed: Texts): void => updateUrls((known) => ({ ...known, ...changed })),
    /** @param url '' for no video */
    hasUrl: (lineId: string, url: string): boolean => (urls.read()[lineId] ?? '').trim() === url.trim(),
    remove: (lineIds: readonly string[]): void => updateUrls((known) => withoutKeys(known, lineIds)),
    setUploaded: (lineId: string, { url, fileName, sha256 }: UploadedVideo): void => {
      fileNames.update((known) => Object.fromEntries([...Object.entries(known), [url, fileName] as const].slice(-MAX_FILE_NAMES)));
      updateUrls((known) => ({ ...known, [lineId]: url }));
      if (sha256 !== null) hashes.update((known) => ({ ...known, [url]: sha256 }));
    },
  };
};

const tabStorage = (): TextStorage => globalThis.sessionStorage;

export const lineVideos = createLineVideos(tabStorage);
const formDrafts = createTextStore({ name: 'order-actions', storage: tabStorage });

/**
 * An admin's unfinished work on the orders: the videos of undelivered lines and the drafts of forms, which survive a reload, and the failures
 * and doubts of recent actions, which outlive the order's card. The list is reloaded after a failure, and the order may no longer be in it.
 */
export const useOrderWorkspace = () => {
  const urls = useStore(lineVideos.urls.store);
  const hashes = useStore(lineVideos.hashes.store);
  const drafts = useStore(formDrafts.store);
  const [failures, setFailures] = useState<Texts>({});
  const [doubtful, setDoubtful] = useState<Readonly<Record<string, DoubtfulDelivery>>>({});

  return useMemo(
    () => ({
      /** By line id. */
      urls,
      /** SHA-256 by URL, of the files that a bulk delivery has sent. */
      hashes,
      /** By form. */
      drafts,
      /** By order number. */
      failures,
      /** Deliveries that the server wants confirmed, by order number. */
      doubtful,
      setUrls: lineVideos.setUrls,
      setUrl: (lineId: string, url: string) => lineVideos.setUrls({ [lineId]: url }),
      removeUrls: (group: Pick<OrderGroup, 'lines'>) => lineVideos.remove(group.lines.map(({ id }) => id)),
      setDraft: (form: string, text: string) => formDrafts.update((known) => ({ ...known, [form]: text })),
      removeDraft: (form: string) => formDrafts.update((known) => withoutKeys(known, [form])),
      setFailure: (orderNumber: string, message: string) => setFailures((known) => ({ ...known, [orderNumber]: message })),
      removeFailure: (orderNumber: string) => setFailures((known) => withoutKeys(known, [orderNumber])),
      setDoubtful: (delivery: DoubtfulDelivery) => setDoubtful((known) => ({ ...known, [delivery.orderNumber]: delivery })),
      removeDoubtful: (orderNumber: string) => setDoubtful(({ [orderNumber]: _removed, ...rest }) => rest),
    }),
    [urls, hashes, drafts, failures, doubtful],
  );
};

export type OrderWorkspace = ReturnType<typeof useOrderWorkspace>;
