import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** The cause and what to do. */
  children: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
};

/** An error in a part of a page, with a retry button. */
export const ErrorPanel = ({ title, children, onRetry, retryLabel = '再試行', isRetrying = false }: Props) => (
  <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />} title={title}>
    <Stack align="flex-start" gap="sm">
      <Text component="div">{children}</Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry} loading={isRetrying}>
          {retryLabel}
        </Button>
      )}
    </Stack>
  </Alert>
);
