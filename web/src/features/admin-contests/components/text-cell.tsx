import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isComposingKey } from '../../../lib/ime.ts';

const PAUSE_MS = 500;

type Options = {
  /** The saved value. */
  value: string;
  /** Saves the value; returns an error to show instead, or null. */
  save: (text: string) => string | null;
  /** Also saves half a second after the last key, not only on blur. Not for amounts, because half of a price is a valid price. */
  savesOnPause: boolean;
};

/**
 * A field that saves automatically: on blur, on Enter, when its row is unmounted, and optionally after a pause, but never during an input
 * method's conversion. Escape restores the saved value.
 */
const useEditedText = ({ value, save, savesOnPause }: Options) => {
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

type Props = {
  label: string;
  value: string;
  save: (text: string) => string | null;
  disabled: boolean;
  maxLength: number;
  /** A price field, saved only on blur. */
  isAmount?: boolean;
  placeholder?: string;
};

/** A table cell with a field. On an error the entered text stays. */
export const TextCell = ({ label, value, save, disabled, maxLength, isAmount = false, placeholder }: Props) => {
  const { field, error } = useEditedText({ value, save, savesOnPause: !isAmount });
  return (
    <td>
      <TextInput
        size="sm"
        aria-label={label}
        inputMode={isAmount ? 'numeric' : 'text'}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        error={error}
        disabled={disabled}
        {...field}
      />
    </td>
  );
};
