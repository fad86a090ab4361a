import { Button, Group, ScrollArea, Stack, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CONTEST_GAPS, type Contest, type ContestGap, hasGap } from '@stagereel/contracts';
import { IconPlus, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { adminContestsQuery } from '../../../api/admin-contests.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter } from '../../../lib/use-address-filter.ts';
import { AddContestDialog } from './add-contest-dialog.tsx';
import { ContestRow } from './contest-row.tsx';

type ContestTableProps = { contests: readonly Contest[]; onDeleted: () => void };

const ContestTable = ({ contests, onDeleted }: ContestTableProps) => (
  <ScrollArea type="auto">
    <Table className="dense-rows" miw={680} highlightOnHover withTableBorder bg="var(--stage-surface)" aria-label="大会の一覧">
      <Table.Thead>
        <Table.Tr>
          <Table.Th miw={220}>大会名</Table.Th>
          <Table.Th w={150}>動画</Table.Th>
          <Table.Th w={150}>写真</Table.Th>
          <Table.Th w={80}>削除</Table.Th>
          <Table.Th w={130}>編集</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {contests.map((contest) => (
          <ContestRow key={contest.id} contest={contest} onDeleted={onDeleted} />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);

const gapTexts = {
  'no-samples': { shown: 'サンプルのない大会', none: 'サンプルのない大会はありません' },
  'no-athletes': { shown: '販売中の選手がいない大会', none: '販売中の選手がいない大会はありません' },
} as const satisfies Record<ContestGap, object>;

/** Says that not all contests are listed. */
const GapNotice = ({ gap, count, onReset }: { gap: ContestGap; count: number; onReset: () => void }) => (
  <Group gap="sm">
    <Text size="sm" fw={600} role="status">
      {count > 0 ? `${gapTexts[gap].shown}を表示しています（${count}件）` : gapTexts[gap].none}
    </Text>
    <Button variant="default" size="sm" h={44} onClick={onReset}>
      すべての大会を表示
    </Button>
  </Group>
);

export const ContestTab = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(adminContestsQuery());
  const [isAdding, adding] = useDisclosure(false);
  const [show, setShow] = useAddressFilter('show');
  const gap = CONTEST_GAPS.find((value) => value === show);
  const shown = gap ? data?.filter(hasGap[gap]) : data;

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
      {gap && shown && <GapNotice gap={gap} count={shown.length} onReset={() => setShow('')} />}
      {shown !== undefined && shown.length > 0 && <ContestTable contests={shown} onDeleted={() => heading.current?.focus()} />}
      <AddContestDialog isOpen={isAdding} onClose={adding.close} />
    </Stack>
  );
};
