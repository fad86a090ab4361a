import { createStore } from 'zustand/vanilla';

const PREFIX = 'admin_draft:';

/** The key in session storage of input that an admin has not saved yet. It survives a reload and an expired session. */
export const adminDraftKey = (name: string): string => `${PREFIX}${name}`;

/** How often the drafts were deleted. */
const deletionCount = createStore(() => 0);

/** Calls back whenever the drafts are deleted: for an admin's unsaved work that is only in memory. */
export const onAdminDraftsForgotten = (listener: () => void): void => void deletionCount.subscribe(listener);

/** Deletes all drafts, so that the next admin in this tab does not see them. */
export const forgetAdminDrafts = (storage: Pick<Storage, 'length' | 'key' | 'removeItem'> = globalThis.sessionStorage): void => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) {
    if (key?.startsWith(PREFIX)) storage.removeItem(key);
  }
  deletionCount.setState((count) => count + 1, true);
};
