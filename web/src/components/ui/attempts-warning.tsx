import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  /** Null when the server reports no count. */
  remaining: number | null;
  /** Shown when this many attempts or fewer are left. */
  from: number;
  /** The consequence of more failures. */
  children?: ReactNode;
};

/** Warns when few attempts are left before the sign-in is locked. */
export const AttemptsWarning = ({ remaining, from, children }: Props) => {
  if (remaining === null || remaining < 1 || remaining > from) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <Text fw={600}>残り試行回数: {remaining}回</Text>
      {children}
    </Alert>
  );
};
