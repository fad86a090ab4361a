import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';

const STEPS = 3;

type Props = {
  position: 1 | 2 | 3;
  children: ReactNode;
  submitLabel: string;
  isBusy: boolean;
  /** Focuses the button, when the user returns to a step without a field. */
  isFocused?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
};

/** The frame of one step: the progress, the content and the buttons. */
export const StepFrame = ({ position, children, submitLabel, isBusy, isFocused = false, onSubmit, onCancel }: Props) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          手順 {position}/{STEPS}
        </Text>
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            キャンセル
          </Button>
          <Button ref={button} type="submit" loading={isBusy} data-autofocus={position === 1 || undefined}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
