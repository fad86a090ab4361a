import { type Athlete, MAX_ORDER_ITEMS } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../lib/order-drafts.ts';
import { randomId } from '../../../lib/random-id.ts';
import { type DraftItem, type OrderItemData, onSavedElsewhere, savedData } from '../../../lib/saved-data.ts';
import type { Assortment } from './assortment.ts';
import {
  checkItems,
  countVideos,
  duplicateErrors,
  type ItemErrors,
  type ItemField,
  newDraftItem,
  unavailableErrors,
  withAthlete,
} from './order-items.ts';

const FIELDS: readonly ItemField[] = ['category', 'athleteNumber', 'videoStyles'];

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

  const focusField = (id: string, field: ItemField) => fields.current.get(`${id}.${field}`)?.focus();

  useEffect(() => {
    if (items !== saved.current) writeDraft(savedData, contestSlug, items);
    saved.current = items;
    if (focusNext.current !== null) fields.current.get(focusNext.current)?.focus();
    focusNext.current = null;
  }, [contestSlug, items]);

  const checked = checkItems(items, assortment);
  const gone = unavailableErrors(items, assortment);
  // Withdrawn and repeated videos are shown at once, missing choices only on submit.
  const errors = { ...duplicateErrors(items), ...gone, ...(wasChecked && !checked.ok ? checked.errors : {}) };
  const isFull = countVideos(items) >= MAX_ORDER_ITEMS;

  return {
    items,
    addButtonRef,
    /** No further video fits into the order. */
    isFull,
    /** A further athlete fits: there is an item without an athlete, or the order is not full. */
    hasRoom: !isFull || items.some(({ athleteNumber }) => athleteNumber === ''),
    /** The items that were withdrawn from sale since. */
    gone: items.flatMap((item, index) => (gone[item.id] ? [{ item, position: index + 1 }] : [])),
    message: wasChecked && !checked.ok ? checked.message : null,
    errorsOf: (id: string): ItemErrors => errors[id] ?? {},

    /** A further item keeps the category of the last one. */
    add: () => {
      const last = items.at(-1)?.category ?? '';
      const item = newDraftItem(randomId(), assortment.categories.includes(last) ? last : '');
      focusNext.current = `${item.id}.${item.category === '' ? 'category' : 'athleteNumber'}`;
      setWasChecked(false);
      setItems([...items, item]);
    },
    /** Chooses an athlete of any category, and goes to the choice of the style. False when the order is full. */
    choose: (athlete: Athlete): boolean => {
      const next = withAthlete(items, { athlete, newId: randomId() });
      if (next === null) return false;
      if (next.items === items) focusField(next.id, 'videoStyles');
      else focusNext.current = `${next.id}.videoStyles`;
      if (next.items.length > items.length) setWasChecked(false);
      setItems(next.items);
      return true;
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
        FIELDS.filter((field) => checked.errors[id]?.[field]).map((field) => ({ id, field })),
      )[0];
      if (firstWrong === undefined) addButtonRef.current?.focus();
      else focusField(firstWrong.id, firstWrong.field);
      return null;
    },

    fieldRef: (id: string) => (field: ItemField) => (element: HTMLElement | null) => {
      if (element === null) fields.current.delete(`${id}.${field}`);
      else fields.current.set(`${id}.${field}`, element);
    },
  };
};
