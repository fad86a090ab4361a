import { Button, Group, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { adminContestsQuery } from '../api/list-contests.ts';
import { AddContestDialog } from './add-contest-dialog.tsx';
import { ContestTable } from './contest-table.tsx';

export const ContestTab = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(adminContestsQuery());
  const [isAdding, adding] = useDisclosure(false);

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} ref={heading} tabIndex={-1}>
          大会管理
        </Title>
        <Button size="sm" h={44} leftSection={<IconPlus size={18} aria-hidden />} onClick={adding.open}>
          新規大会を追加
        </Button>
      </Group>
      {isError && (
        <ErrorPanel title="大会の一覧を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {isPending && <LoadingText />}
      {data?.length === 0 && <EmptyState icon={IconTrophy} title="大会データがありません" />}
      {data !== undefined && data.length > 0 && <ContestTable contests={data} onDeleted={() => heading.current?.focus()} />}
      <AddContestDialog isOpen={isAdding} onClose={adding.close} />
    </Stack>
  );
};
