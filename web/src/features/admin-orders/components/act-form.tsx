import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { keepImeEnter } from '../../../lib/ime.ts';
import type { OrderActs } from './use-order-acts.ts';

/** For the one field of such a form. */
export type ActField = {
  ref: (element: HTMLElement | null) => void;
  autoFocus: boolean;
  value: string;
  error: string | null;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

type Props = {
  acts: OrderActs;
  actKey: string;
  /** What the field holds before anything is typed. */
  initial: string;
  problemOf: (typed: string) => string | null;
  onSend: (typed: string) => void;
  /** What the button does. */
  submitLabel: string;
  submitColor?: string;
  /** After it was cancelled. */
  onClose: () => void;
  children: (field: ActField) => ReactNode;
};

/** A form of one field in an order's details. What is typed outlives the dialog, until it is sent or cancelled. */
export const ActForm = ({ acts, actKey, initial, problemOf, onSend, submitLabel, submitColor, onClose, children }: Props) => {
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLElement>(null);
  const draft = acts.draftOf(actKey);
  // Only what was opened by a press takes the focus; what is found again does not.
  const [autoFocus] = useState(draft === null);
  const typed = draft ?? initial;
  const failure = acts.failureAt(actKey);
  const size = { size: 'sm', h: 44 } as const;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(typed);
    setProblem(wrong);
    if (wrong !== null) return input.current?.focus();
    onSend(typed);
  };

  return (
    <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Stack gap="sm">
        {children({
          ref: (element) => {
            input.current = element;
          },
          autoFocus,
          value: typed,
          error: problem,
          onChange: (event) => {
            acts.typeDraft(actKey, event.currentTarget.value);
            setProblem(null);
          },
        })}
        {failure !== null && <FormErrors messages={[failure]} />}
        <Group gap="sm">
          <Button type="submit" color={submitColor} {...size} loading={acts.isRunning(actKey)} disabled={acts.isBusy}>
            {submitLabel}
          </Button>
          <Button
            variant="default"
            {...size}
            onClick={() => {
              acts.forgetDraft(actKey);
              onClose();
            }}
          >
            キャンセル
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
