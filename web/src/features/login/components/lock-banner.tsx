import { Button, Text } from '@mantine/core';
import { formatDateTime } from '@stagereel/contracts';
import { IconLock } from '@tabler/icons-react';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';

type Props = { until: Date; onOtherAccount: () => void };

/** Takes the focus: every field of the form is shut. */
export const LockBanner = ({ until, onOtherAccount }: Props) => (
  <FocusedAlert color="red" icon={<IconLock aria-hidden />} title="ログインがロックされました">
    <Text>ログインの失敗が続いたため、このアカウントへのログインは一時的に制限されています。</Text>
    <Text mt={4}>
      解除予定：<strong>{formatDateTime(until)}</strong>
    </Text>
    <Text size="sm" mt={4}>
      この時刻になると、この画面からもう一度ログインできます。パスワードをお忘れの場合は、いますぐ再設定することもできます。
    </Text>
    <Button variant="default" size="sm" h={44} mt="sm" onClick={onOtherAccount}>
      別のアカウントでログインする
    </Button>
  </FocusedAlert>
);
