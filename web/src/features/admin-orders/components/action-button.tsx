import { Button, type ButtonProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import type { OrderDetailActions } from './use-order-detail-actions.ts';

/** The failure of an action, shown at its button or form. */
export const ActionFailure = ({ actions, actionKey }: { actions: OrderDetailActions; actionKey: string }) => {
  const failure = actions.failureOf(actionKey);
  return failure === null ? null : <FormErrors messages={[failure]} />;
};

type Props = Pick<ButtonProps, 'color' | 'variant' | 'leftSection'> & {
  actions: OrderDetailActions;
  actionKey: string;
  onPress: () => void;
  /** Names the line, if the text of the button does not. */
  label?: string;
  children: ReactNode;
};

/** A button of an order's details that shows its pending state, and its failure below. */
export const ActionButton = ({ actions, actionKey, onPress, label, children, ...props }: Props) => (
  <Stack gap="xs" align="flex-start">
    <Button
      variant="default"
      size="sm"
      h={44}
      aria-label={label}
      loading={actions.isPending(actionKey)}
      disabled={actions.isBusy}
      onClick={onPress}
      {...props}
    >
      {children}
    </Button>
    <ActionFailure actions={actions} actionKey={actionKey} />
  </Stack>
);
