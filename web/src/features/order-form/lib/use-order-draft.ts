import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../lib/order-drafts.ts';
import { randomId } from '../../../lib/random-id.ts';
import { type DraftItem, type OrderItemData, onSavedElsewhere, savedData } from '../../../lib/saved-data.ts';
import { type Assortment, checkItems, type ItemErrors, type ItemField, newDraftItem, unavailableErrors } from './order-items.ts';

const FIELDS: readonly ItemField[] = ['category', 'athleteNumber', 'videoStyle'];

const savedItems = (contestSlug: string): readonly DraftItem[] => readDraft(savedData, contestSlug) ?? [newDraftItem(randomId())];

/** The items of the form with their errors, saved with every change and synchronised between tabs. */
export const useOrderDraft = ({ contestSlug, assortment }: { contestSlug: string; assortment: Assortment }) => {
  const [items, setItems] = useState(() => savedItems(contestSlug));
  /** The stored items: only changes made here are written, so that opening the form does not overwrite another tab's changes. */
  const saved = useRef(items);
  const [wasChecked, setWasChecked] = useState(false);
  const fields = useRef(new Map<string, HTMLElement>());
  const addButtonRef = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<string | null>(null);

  useEffect(
    () =>
      onSavedElsewhere('formData', () => {
        saved.current = savedItems(contestSlug);
        setItems(saved.current);
      }),
    [contestSlug],
  );

  useEffect(() => {
    if (items !== saved.current) writeDraft(savedData, contestSlug, items);
    saved.current = items;
    if (focusNext.current !== null) fields.current.get(focusNext.current)?.focus();
    focusNext.current = null;
  }, [contestSlug, items]);

  const checked = checkItems(items, assortment);
  const gone = unavailableErrors(items, assortment);
  const errors = wasChecked && !checked.ok ? checked.errors : gone;

  return {
    items,
    addButtonRef,
    /** The items that were withdrawn from sale since. */
    gone: items.flatMap((item, index) => (gone[item.id] ? [{ item, position: index + 1 }] : [])),
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

    /** The items to order; or null after focusing the first invalid field. */
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
