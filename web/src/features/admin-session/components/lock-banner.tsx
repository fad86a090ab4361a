import { Text } from '@mantine/core';
import { formatDateTime } from '@stagereel/contracts';
import { IconLock } from '@tabler/icons-react';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';

/** Takes the focus: every field of the form is shut. */
export const LockBanner = ({ lockedUntil }: { lockedUntil: number }) => (
  <FocusedAlert color="red" icon={<IconLock aria-hidden />}>
    <Text>管理者アカウントがロックされています。15分後に再試行してください。</Text>
    <Text size="sm" mt={4}>
      ロックの解除予定：{formatDateTime(new Date(lockedUntil))}
    </Text>
  </FocusedAlert>
);
