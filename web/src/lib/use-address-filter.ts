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
  const own = useRef(saved);
  const saveLater = useDebouncedCallback((next: string) => {
    own.current = next;
    save(next);
  }, ADDRESS_PAUSE_MS);
  const set = (next: string) => {
    setText(next);
    saveLater(next);
  };
  useEffect(() => {
    if (saved === own.current) return;
    own.current = saved;
    saveLater.cancel();
    setText(saved);
  }, [saved, saveLater]);
  return [text, set];
};
