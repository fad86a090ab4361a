import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  /** What will happen, by name. */
  children: ReactNode;
  confirmLabel: string;
  /** While it cannot be confirmed. */
  isConfirmDisabled?: boolean;
  /** Whether something is lost by it. */
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** When it has gone from sight. */
  onClosed?: () => void;
};

/** Asks before something that cannot be taken back or counts. */
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
