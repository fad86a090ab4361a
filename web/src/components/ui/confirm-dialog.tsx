import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  /** The label of the confirm button. */
  children: ReactNode;
  confirmLabel: string;
  /** Whether the confirm button is disabled. */
  isConfirmDisabled?: boolean;
  /** Whether the action is destructive. */
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Called after the close animation. */
  onClosed?: () => void;
};

/** A confirmation before an irreversible or costly action. */
export const ConfirmDialog = ({
  isOpen,
  title,
  children,
  confirmLabel,
  isConfirmDisabled = false,
  isDestructive = true,
  onConfirm,
  onClose,
  onClosed,
}: Props) => (
  <Dialog isOpen={isOpen} onClose={onClose} onClosed={onClosed} title={title}>
    <Stack gap="lg">
      <Text>{children}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          キャンセル
        </Button>
        <Button
          color={isDestructive ? 'red.8' : undefined}
          disabled={isConfirmDisabled}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
