import { Alert, Text } from '@mantine/core';
import { ADMIN_WARNING_ATTEMPTS } from '@stagereel/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Shown when few attempts are left before the account is locked. */
export const AttemptsWarning = ({ remaining }: { remaining: number | null }) => {
  if (remaining === null || remaining < 1 || remaining > ADMIN_WARNING_ATTEMPTS) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <Text fw={600}>残り試行回数: {remaining}回</Text>
      {remaining === 1 && <Text size="sm">次に失敗すると、アカウントが15分間ロックされます。</Text>}
    </Alert>
  );
};
