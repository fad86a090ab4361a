import { Group, Input } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useEffect, useId, useRef } from 'react';
import type { CodeBoxes } from './code-boxes.ts';
import { codeOf, enterText, eraseBackwards, isComplete } from './code-boxes.ts';
import styles from './code-input.module.css';
import { FieldLabel } from './field-label.tsx';

type Props = {
  boxes: CodeBoxes;
  onChange: (boxes: CodeBoxes) => void;
  /** Called once the last missing digit is in. */
  onComplete?: (code: string) => void;
  label?: string;
  error?: string | null;
  disabled?: boolean;
  /** Grows when the first box shall take the focus, for instance after a wrong code. */
  focusSignal?: number;
};

/** Six boxes of one digit each. Codes may be pasted or filled in from the mail, full-width or with spaces. */
export const CodeInput = ({ boxes, onChange, onComplete, label = '認証コード', error, disabled = false, focusSignal = 0 }: Props) => {
  const labelId = useId();
  const errorId = useId();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);

  useEffect(() => {
    if (focusSignal > 0) inputs.current[0]?.focus();
  }, [focusSignal]);

  const apply = ({ boxes: next, focus }: { boxes: CodeBoxes; focus: number }) => {
    onChange(next);
    inputs.current[focus]?.focus();
    if (isComplete(next) && codeOf(next) !== codeOf(boxes)) onComplete?.(codeOf(next));
  };

  const onKeyDown = (at: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace') {
      event.preventDefault();
      apply(eraseBackwards(boxes, at));
    }
    if (event.key === 'ArrowLeft') inputs.current[Math.max(at - 1, 0)]?.focus();
    if (event.key === 'ArrowRight') inputs.current[Math.min(at + 1, boxes.length - 1)]?.focus();
  };

  const onPaste = (at: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    apply(enterText(boxes, at, event.clipboardData.getData('text')));
  };

  // A box that already holds a digit reports both; the new one is what is left when the old one is taken away once.
  const typed = (at: number, value: string) => (value.length > 1 ? value.replace(boxes[at] ?? '', '') : value);

  return (
    <fieldset className={styles.group} aria-describedby={error ? errorId : undefined} disabled={disabled}>
      <legend id={labelId} className={styles.label}>
        <FieldLabel required>{label}</FieldLabel>
      </legend>
      <Group gap={8} wrap="nowrap" className={styles.boxes}>
        {boxes.map((digit, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
            key={at}
            ref={(element) => {
              inputs.current[at] = element;
            }}
            className={styles.box}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={`${label} ${at + 1}桁目`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            value={digit}
            onChange={(event) => apply(enterText(boxes, at, typed(at, event.target.value)))}
            onKeyDown={onKeyDown(at)}
            onPaste={onPaste(at)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </Group>
      {error && (
        <Input.Error id={errorId} role="alert" mt="xs" size="md">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
};
