const PREFIX = 'admin_draft:';

/** Where the back office keeps what was typed and not yet saved: in the tab, so that a reload or an ended session loses nothing. */
export const adminDraftKey = (name: string): string => `${PREFIX}${name}`;

const listeners = new Set<() => void>();

/** Calls back whenever the drafts are forgotten. For what an admin had at hand and no store keeps. */
export const onAdminDraftsForgotten = (listener: () => void): void => void listeners.add(listener);

/** Forgets all of it: whoever signs in next finds nothing of the one before. */
export const forgetAdminDrafts = (store: Pick<Storage, 'length' | 'key' | 'removeItem'> = globalThis.sessionStorage): void => {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
  for (const key of keys) {
    if (key?.startsWith(PREFIX)) store.removeItem(key);
  }
  for (const listener of listeners) listener();
};
