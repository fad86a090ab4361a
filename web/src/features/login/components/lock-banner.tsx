import { Text } from '@mantine/core';
import { formatDateTime } from '@stagereel/contracts';
import { IconLock } from '@tabler/icons-react';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';

/** Takes the focus: every field of the form is shut. */
export const LockBanner = ({ until }: { until: Date }) => (
  <FocusedAlert color="red" icon={<IconLock aria-hidden />} title="ログインがロックされました">
    <Text>ログインの失敗が続いたため、このアカウントへのログインは一時的に制限されています。</Text>
    <Text mt={4}>
      解除予定：<strong>{formatDateTime(until)}</strong>
    </Text>
    <Text size="sm" mt={4}>
      この時刻になると、この画面からもう一度ログインできます。パスワードをお忘れの場合は、いますぐ再設定することもできます。
    </Text>
  </FocusedAlert>
);
