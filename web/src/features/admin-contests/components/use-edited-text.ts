import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const PAUSE_MS = 500;

type Options = {
  /** What is saved. */
  value: string;
  /** Saves; answers an error to show instead, or null. */
  save: (text: string) => string | null;
};

/** A field that saves itself half a second after the last key, when it is left, and when its row scrolls away. */
export const useEditedText = ({ value, save }: Options) => {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const commit = useDebouncedCallback(
    (text: string) => {
      const refusal = text === value ? null : save(text);
      setError(refusal);
      if (refusal === null) setDraft(null);
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  );

  return {
    text: draft ?? value,
    error,
    onChange: (text: string) => {
      setDraft(text);
      setError(null);
      commit(text);
    },
    onBlur: () => commit.flush(),
  };
};
