import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const ADDRESS_PAUSE_MS = 300;

/** A list filter kept in the address, so that a reload or a shared link shows the same list. Empty means not set. */
export const useAddressFilter = (name: string): [value: string, set: (value: string) => void] => {
  const [search, setSearch] = useSearchParams();
  const set = (value: string) =>
    setSearch(
      () => {
        // Use the current address: another filter may have been set since the last render, and text is saved with a delay.
        const next = new URLSearchParams(window.location.search);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [search.get(name) ?? '', set];
};

/**
 * A text filter. The field does not wait for the address, because an input method would lose its text. A link to another list, or going back,
 * changes the field.
 */
export const useAddressText = (name: string): [text: string, set: (text: string) => void] => {
  const [saved, save] = useAddressFilter(name);
  const [text, setText] = useState(saved);
  const seen = useRef(saved);
  /** Texts of this field that the address does not show yet: a render may lag behind several of them. */
  const own = useRef<string[]>([]);
  const saveLater = useDebouncedCallback((next: string) => {
    if (next !== seen.current) own.current.push(next);
    save(next);
  }, ADDRESS_PAUSE_MS);
  const set = (next: string) => {
    setText(next);
    saveLater(next);
  };
  useEffect(() => {
    if (saved === seen.current) return;
    seen.current = saved;
    const shown = own.current.indexOf(saved);
    own.current = shown === -1 ? [] : own.current.slice(shown + 1);
    if (shown !== -1) return;
    saveLater.cancel();
    setText(saved);
  }, [saved, saveLater]);
  return [text, set];
};
