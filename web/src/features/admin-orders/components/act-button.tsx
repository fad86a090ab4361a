import { Button, type ButtonProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActFailure } from './act-failure.tsx';
import type { OrderActs } from './use-order-acts.ts';

type Props = Pick<ButtonProps, 'color' | 'variant' | 'leftSection'> & {
  acts: OrderActs;
  actKey: string;
  onPress: () => void;
  /** Says which line, where the words on the button do not. */
  label?: string;
  children: ReactNode;
};

/** A button of an order's details: busy while its act is under way, its error below it. */
export const ActButton = ({ acts, actKey, onPress, label, children, ...props }: Props) => (
  <Stack gap="xs" align="flex-start">
    <Button
      variant="default"
      size="sm"
      h={44}
      aria-label={label}
      loading={acts.isRunning(actKey)}
      disabled={acts.isBusy}
      onClick={onPress}
      {...props}
    >
      {children}
    </Button>
    <ActFailure acts={acts} actKey={actKey} />
  </Stack>
);
