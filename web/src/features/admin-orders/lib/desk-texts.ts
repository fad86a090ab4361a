import { z } from 'zod';
import { adminDraftKey, onAdminDraftsForgotten } from '../../../lib/admin-drafts.ts';

/** By the name of what was typed or laid there. */
export type Texts = Readonly<Record<string, string>>;

export const withoutNames = (texts: Texts, names: readonly string[]): Texts =>
  names.some((name) => name in texts) ? Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name))) : texts;

const textsSchema = z.record(z.string(), z.string());

type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Texts on the order desk that are not sent yet. They are in the tab's store at once, whether or not a desk is on the screen, so that neither
 * a reload nor another page loses them; a sign-out does.
 */
export const createDeskTexts = ({ name, store }: { name: string; store: () => TextStore }) => {
  const key = adminDraftKey(name);
  const listeners = new Set<() => void>();
  let known: Texts | null = null;

  const load = (): Texts => {
    try {
      return textsSchema.parse(JSON.parse(store().getItem(key) ?? '{}'));
    } catch {
      return {};
    }
  };
  const set = (texts: Texts | null) => {
    known = texts;
    for (const listener of listeners) listener();
  };
  onAdminDraftsForgotten(() => set(null));

  /** The same texts until they change. */
  const read = (): Texts => {
    known ??= load();
    return known;
  };

  return {
    read,
    change: (how: (known: Texts) => Texts): void => {
      const before = read();
      const texts = how(before);
      if (texts === before) return;
      try {
        store().setItem(key, JSON.stringify(texts));
      } catch {
        // Where nothing can be stored, a reload forgets them.
      }
      set(texts);
    },
    /** Calls back after every change; returns how to stop that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
export type DeskTexts = ReturnType<typeof createDeskTexts>;

export const tabStore = (): TextStore => globalThis.sessionStorage;
