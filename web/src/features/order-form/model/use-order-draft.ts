import { useEffect, useRef, useState } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import type { DraftItem, OrderItemData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import type { Assortment, ItemErrors, ItemField } from './order-items.ts';
import { checkItems, newDraftItem } from './order-items.ts';

const FIELDS: readonly ItemField[] = ['category', 'athleteNumber', 'videoStyle'];

const savedItems = (contestSlug: string): DraftItem[] => {
  const saved = savedData.read('formData');
  return saved?.contestSlug === contestSlug ? saved.items : [newDraftItem(randomId())];
};

/** The items being chosen, saved with every change, and what is wrong with them once they were checked. */
export const useOrderDraft = ({ contestSlug, assortment }: { contestSlug: string; assortment: Assortment }) => {
  const [opened] = useState<readonly DraftItem[]>(() => savedItems(contestSlug));
  const [items, setItems] = useState(opened);
  const [wasChecked, setWasChecked] = useState(false);
  const fields = useRef(new Map<string, HTMLElement>());
  const addButtonRef = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<string | null>(null);

  useEffect(() => {
    // Looking at a form must not replace the draft of another contest.
    if (items !== opened) savedData.write('formData', { contestSlug, items: [...items] });
    if (focusNext.current !== null) fields.current.get(focusNext.current)?.focus();
    focusNext.current = null;
  }, [contestSlug, items, opened]);

  const checked = checkItems(items, assortment);
  const errors = wasChecked && !checked.ok ? checked.errors : {};

  return {
    items,
    addButtonRef,
    message: wasChecked && !checked.ok ? checked.message : null,
    errorsOf: (id: string): ItemErrors => errors[id] ?? {},

    add: () => {
      const item = newDraftItem(randomId());
      focusNext.current = `${item.id}.category`;
      setWasChecked(false);
      setItems([...items, item]);
    },
    change: (item: DraftItem) => setItems((current) => current.map((old) => (old.id === item.id ? item : old))),
    remove: (id: string) => {
      setItems(items.filter((item) => item.id !== id));
      addButtonRef.current?.focus();
    },

    /** The items as they are ordered; or null, with the first field that is wrong in focus. */
    check: (): OrderItemData[] | null => {
      if (checked.ok) return checked.items;
      setWasChecked(true);
      const firstWrong = items.flatMap(({ id }) =>
        FIELDS.filter((field) => checked.errors[id]?.[field]).map((field) => `${id}.${field}`),
      )[0];
      if (firstWrong === undefined) addButtonRef.current?.focus();
      else fields.current.get(firstWrong)?.focus();
      return null;
    },

    fieldRef: (id: string) => (field: ItemField) => (element: HTMLElement | null) => {
      if (element === null) fields.current.delete(`${id}.${field}`);
      else fields.current.set(`${id}.${field}`, element);
    },
  };
};
