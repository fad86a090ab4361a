import { Alert, Text } from '@mantine/core';
import { formatDateTime } from '@stagereel/contracts';
import { IconLock } from '@tabler/icons-react';

export const LockBanner = ({ lockedUntil }: { lockedUntil: number }) => (
  <Alert color="red" variant="light" role="alert" icon={<IconLock aria-hidden />}>
    <Text>管理者アカウントがロックされています。15分後に再試行してください。</Text>
    <Text size="sm" mt={4}>
      ロックの解除予定：{formatDateTime(new Date(lockedUntil))}
    </Text>
  </Alert>
);
