import { Button, Stack, Text } from '@mantine/core';
import { IconDevicesOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { userMessageOf } from '../../lib/api-error.ts';
import { DataCard } from './data-card.tsx';
import { ErrorPanel } from './error-panel.tsx';

/** Loaded after the page, which renders without it. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

const LABEL = 'すべての端末からログアウト';

type Props = { onConfirm: () => void; isPending: boolean; error: unknown };

/** Ends all sessions of the signed-in user, after a confirmation. */
export const LogOutEverywhere = ({ onConfirm, isPending, error }: Props) => {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <DataCard title="ログイン中の端末">
      <Stack gap="md" align="flex-start">
        <Text size="sm">端末をなくしたときや、共用の端末でログアウトを忘れたときにご利用ください。</Text>
        {error !== null && <ErrorPanel title="ログアウトできませんでした">{userMessageOf(error, 'もう一度お試しください。')}</ErrorPanel>}
        <Button
          variant="default"
          h="auto"
          mih={44}
          py={8}
          leftSection={<IconDevicesOff size={20} aria-hidden />}
          loading={isPending}
          onClick={() => setIsAsking(true)}
        >
          {LABEL}
        </Button>
      </Stack>
      <Suspense>
        <ConfirmDialog
          isOpen={isAsking}
          title="すべての端末からログアウトしますか？"
          confirmLabel={LABEL}
          onConfirm={onConfirm}
          onClose={() => setIsAsking(false)}
        >
          この端末を含め、このアカウントでログインしているすべての端末からログアウトします。続けてご利用になるには、もう一度ログインしてください。
        </ConfirmDialog>
      </Suspense>
    </DataCard>
  );
};
