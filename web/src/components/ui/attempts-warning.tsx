import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  /** null: the server names no count. */
  remaining: number | null;
  /** Shown at this many or fewer. */
  from: number;
  /** What the next failures lead to. */
  children?: ReactNode;
};

/** Few attempts are left before signing in is locked. */
export const AttemptsWarning = ({ remaining, from, children }: Props) => {
  if (remaining === null || remaining < 1 || remaining > from) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <Text fw={600}>残り試行回数: {remaining}回</Text>
      {children}
    </Alert>
  );
};
