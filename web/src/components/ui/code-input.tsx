import { Group, Input, Stack } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { userMessageOf } from '../../lib/api-error.ts';
import { type CodeBoxes, codeOf, EMPTY_BOXES, enterText, eraseBackwards, isComplete, typeText } from './code-boxes.ts';
import styles from './code-input.module.css';
import { ErrorPanel } from './error-panel.tsx';
import { FieldLabel } from './field-label.tsx';
import { ResendButton } from './resend-button.tsx';

type Props = {
  boxes: CodeBoxes;
  onChange: (boxes: CodeBoxes) => void;
  /**
   * Called when the last missing digit is typed, pasted or autofilled. Not called again for the code that it was last called with: a password
   * manager that repeats a wrong code must not use up the attempts.
   */
  onComplete?: (code: string) => void;
  label?: string;
  error?: string | null;
  /** What to do next, a sentence after the error. */
  hint?: string | null;
  disabled?: boolean;
  /** When this number changes, the first box gets the focus, for example after a wrong code. */
  focusSignal?: number;
};

/** Six boxes of one digit each. A code can be pasted or autofilled, also in full-width digits or with spaces. */
export const CodeInput = ({ boxes, onChange, onComplete, label = '認証コード', error, hint, disabled = false, focusSignal = 0 }: Props) => {
  const labelId = useId();
  const errorId = useId();
  const autoSubmitId = useId();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const lastCompleted = useRef<string | null>(null);
  const description = [error && errorId, onComplete && autoSubmitId].filter(Boolean).join(' ') || undefined;

  useEffect(() => {
    if (focusSignal > 0) inputs.current[0]?.focus();
  }, [focusSignal]);

  const apply = ({ boxes: next, focus }: { boxes: CodeBoxes; focus: number }) => {
    onChange(next);
    inputs.current[focus]?.focus();
    const code = codeOf(next);
    if (!isComplete(next) || code === codeOf(boxes) || code === lastCompleted.current) return;
    lastCompleted.current = code;
    onComplete?.(code);
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

  return (
    <fieldset className={styles.group} aria-describedby={description} disabled={disabled}>
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
            onChange={(event) => apply(typeText(boxes, at, event.target.value))}
            onKeyDown={onKeyDown(at)}
            onPaste={onPaste(at)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </Group>
      {error && (
        <Input.Error id={errorId} role="alert" mt="xs" size="md">
          <span>{error}</span>
          {hint && <span className={styles.hint}>{hint}</span>}
        </Input.Error>
      )}
      {onComplete && (
        <>
          <span id={autoSubmitId} className="visually-hidden">
            6桁目を入力すると、自動で次へ進みます。
          </span>
          <span className="visually-hidden" role="status">
            {disabled ? '認証コードを確認しています。' : ''}
          </span>
        </>
      )}
    </fieldset>
  );
};

type CodeInputWithResendProps = {
  entry: CodeEntry;
  isChecking: boolean;
  onComplete: (code: string) => void;
  /** The resend button; null when a code cannot be resent here. */
  resend: { at: number | null; send: () => void; isPending: boolean; error: unknown } | null;
  /** Shown between the boxes and the resend button. */
  children?: ReactNode;
};

/** The boxes of a code and, for a mailed code, a button to resend it. */
export const CodeInputWithResend = ({ entry, isChecking, onComplete, resend, children }: CodeInputWithResendProps) => (
  <Stack gap="md">
    <CodeInput {...entry.field} onComplete={onComplete} disabled={isChecking} />
    {children}
    {resend && (
      <div>
        <ResendButton resendAt={resend.at} onResend={resend.send} isSending={resend.isPending} />
      </div>
    )}
    {resend && resend.error !== null && (
      <ErrorPanel title="認証コードの再送信に失敗しました">
        {userMessageOf(resend.error, '時間をおいて、もう一度お試しください。')}
      </ErrorPanel>
    )}
  </Stack>
);

/** The state of a code input and its error. `field` is for `CodeInput`; with `isFocused` the boxes get the focus on mount. */
export const useCodeEntry = ({ isFocused = false }: { isFocused?: boolean } = {}) => {
  const [boxes, setBoxes] = useState<CodeBoxes>(EMPTY_BOXES);
  const [problem, setProblem] = useState<{ message: string; hint: string | null } | null>(null);
  const [focusSignal, setFocusSignal] = useState(isFocused ? 1 : 0);

  const focus = () => setFocusSignal((count) => count + 1);

  return {
    field: { boxes, onChange: setBoxes, error: problem?.message ?? null, hint: problem?.hint ?? null, focusSignal },
    code: codeOf(boxes),
    isComplete: isComplete(boxes),
    /** Shows an error under the boxes, and after it what to do next. */
    refuse: (message: string, hint: string | null = null) => {
      setProblem({ message, hint });
      focus();
    },
    forgive: () => setProblem(null),
    /** Clears the boxes for another code. */
    clear: () => {
      setBoxes(EMPTY_BOXES);
      focus();
    },
  };
};

type CodeEntry = ReturnType<typeof useCodeEntry>;
