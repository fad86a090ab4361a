import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isComposingKey } from '../../../lib/ime.ts';

const PAUSE_MS = 500;

type Options = {
  /** What is saved. */
  value: string;
  /** Saves; answers an error to show instead, or null. */
  save: (text: string) => string | null;
  /** Also half a second after the last key, not only when the field is left. Not for amounts: half of a price is a price. */
  savesOnPause: boolean;
};

/**
 * A field that saves itself: when it is left, with Enter, when its row scrolls away, and after a pause where wanted – but never in the
 * middle of a conversion. Escape brings back what is saved.
 */
export const useEditedText = ({ value, save, savesOnPause }: Options) => {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<string | null>(null);
  const isComposing = useRef(false);

  const commit = () => {
    clearTimeout(timer.current);
    const text = unsaved.current;
    unsaved.current = null;
    if (text === null) return;
    const refusal = text === value ? null : save(text);
    setError(refusal);
    if (refusal === null) setDraft(null);
  };
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => () => latestCommit.current(), []);

  const waitForPause = () => {
    clearTimeout(timer.current);
    if (savesOnPause && !isComposing.current) timer.current = setTimeout(() => latestCommit.current(), PAUSE_MS);
  };

  const reset = () => {
    clearTimeout(timer.current);
    unsaved.current = null;
    setDraft(null);
    setError(null);
  };

  return {
    error,
    field: {
      value: draft ?? value,
      onChange: (event: { currentTarget: { value: string } }) => {
        unsaved.current = event.currentTarget.value;
        setDraft(event.currentTarget.value);
        setError(null);
        waitForPause();
      },
      onCompositionStart: () => {
        isComposing.current = true;
        clearTimeout(timer.current);
      },
      onCompositionEnd: () => {
        isComposing.current = false;
        waitForPause();
      },
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent) => {
        if (isComposingKey(event.nativeEvent)) return;
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') reset();
      },
    },
  };
};
