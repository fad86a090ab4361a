import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';

const STEPS = 3;

type Props = {
  position: 1 | 2 | 3;
  children: ReactNode;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
};

/** One step of the dialog: where one is, its content, and the buttons. */
export const StepFrame = ({ position, children, submitLabel, isBusy, onSubmit, onCancel }: Props) => {
  const button = useRef<HTMLButtonElement>(null);
  // The first step has nothing to fill in; the others put the focus into their fields.
  useEffect(() => {
    if (position === 1) button.current?.focus();
  }, [position]);

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
