import type { SlotName } from './storage.ts';
import { keyOf } from './storage.ts';

/**
 * Calls back when another tab has saved or removed the data, and when this page comes back from the browser's memory, where it heard nothing.
 * Returns how to stop it.
 */
export const onSavedElsewhere = (name: SlotName, callback: () => void): (() => void) => {
  // A key of null: the storage was emptied.
  const hear = ({ key }: StorageEvent) => (key === null || key === keyOf(name)) && callback();
  const wake = ({ persisted }: PageTransitionEvent) => persisted && callback();
  window.addEventListener('storage', hear);
  window.addEventListener('pageshow', wake);
  return () => {
    window.removeEventListener('storage', hear);
    window.removeEventListener('pageshow', wake);
  };
};
