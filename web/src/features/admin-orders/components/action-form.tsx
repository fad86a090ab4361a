import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { keepImeEnter } from '../../../lib/ime.ts';
import { ActionFailure } from './action-button.tsx';
import type { OrderDetailActions } from './use-order-detail-actions.ts';

/** The props of the form's input field. */
export type ActionFieldProps = {
  ref: (element: HTMLElement | null) => void;
  autoFocus: boolean;
  value: string;
  error: string | null;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

type Props = {
  actions: OrderDetailActions;
  actionKey: string;
  initial: string;
  problemOf: (typed: string) => string | null;
  onSend: (typed: string) => void;
  submitLabel: string;
  submitColor?: string;
  onCancelled: () => void;
  children: (field: ActionFieldProps) => ReactNode;
};

/** A form with one field in an order's details. Its draft is kept when the dialog closes, until it is sent or cancelled. */
export const ActionForm = ({ actions, actionKey, initial, problemOf, onSend, submitLabel, submitColor, onCancelled, children }: Props) => {
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLElement>(null);
  const draft = actions.draftOf(actionKey);
  // A restored draft does not take the focus, because the admin did not open the form just now.
  const [autoFocus] = useState(draft === null);
  const typed = draft ?? initial;
  const size = { size: 'sm', h: 44 } as const;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(typed);
    setProblem(found);
    if (found !== null) return input.current?.focus();
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
            actions.setDraft(actionKey, event.currentTarget.value);
            setProblem(null);
          },
        })}
        <ActionFailure actions={actions} actionKey={actionKey} />
        <Group gap="sm">
          <Button type="submit" color={submitColor} {...size} loading={actions.isPending(actionKey)} disabled={actions.isBusy}>
            {submitLabel}
          </Button>
          <Button
            variant="default"
            {...size}
            onClick={() => {
              actions.removeDraft(actionKey);
              onCancelled();
            }}
          >
            キャンセル
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
