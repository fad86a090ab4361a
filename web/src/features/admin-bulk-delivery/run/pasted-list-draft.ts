import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { adminDraftKey, onAdminDraftsForgotten } from '../../../lib/admin-drafts.ts';
import { createJsonSlot, type TextStorage } from '../../../lib/json-slot.ts';

/** The typed or pasted list, in the tab's session storage. It survives a reload and the end of the session. */
export const createPastedListDraft = (storage: () => TextStorage) => {
  const slot = createJsonSlot({ storage, key: adminDraftKey('bulk-list'), schema: z.string() });
  const store = createStore<string>(() => slot.read() ?? '');
  const write = (text: string): void => {
    if (text === '') slot.remove();
    else slot.write(text);
    store.setState(text, true);
  };
  onAdminDraftsForgotten(() => write(''));
  return { store, write };
};

export const pastedListDraft = createPastedListDraft(() => globalThis.sessionStorage);
