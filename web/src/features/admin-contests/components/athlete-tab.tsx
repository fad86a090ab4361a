import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Athlete, type Contest, normalise } from '@stagereel/contracts';
import { IconFileImport, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { adminAthletesQuery } from '../../../api/admin-athletes.ts';
import { adminCategoriesQuery } from '../../../api/admin-contests.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { TouchSwitch } from '../../../components/ui/touch-inputs.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { useAthleteSelection } from '../lib/athlete-selection.ts';
import { useBulkActions } from '../lib/use-bulk-actions.ts';
import { AddAthletes } from './add-athletes.tsx';
import { AthleteTable } from './athlete-table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CategoryManager } from './category-manager.tsx';
import { RosterImportDialog } from './roster-import-dialog.tsx';

/** The buttons to import and export the athletes as CSV. */
const RosterFiles = ({ contestId }: { contestId: string }) => {
  const [isImporting, importing] = useDisclosure(false);
  return (
    <Group gap="sm" align="flex-start">
      <Button variant="default" size="sm" h={44} leftSection={<IconFileImport size={18} aria-hidden />} onClick={importing.open}>
        CSVを取り込む
      </Button>
      <DownloadButton path={`/api/contests/${contestId}/athletes/export`}>CSVで書き出す</DownloadButton>
      <RosterImportDialog contestId={contestId} isOpen={isImporting} onClose={importing.close} />
    </Group>
  );
};

const matches = (athlete: Athlete, query: string): boolean => {
  const needle = normalise(query).toLowerCase();
  return [athlete.athleteNumber, athlete.name ?? '', athlete.category].some((text) => text.toLowerCase().includes(needle));
};

const emptyTitle = ({ query, hasAny }: { query: string; hasAny: boolean }): string => {
  if (query !== '') return '条件に合う選手はいません';
  return hasAny ? '選手はすべて削除済みです' : '選手はまだ登録されていません';
};

/** The tab of a contest's athletes: categories, adding, and the table. */
export const AthleteTab = ({ contest }: { contest: Contest }) => {
  const athletes = useQuery(adminAthletesQuery(contest.id));
  const categories = useQuery(adminCategoriesQuery(contest.id));
  const [query, setQuery] = useAddressText('q');
  const [deletedFilter, setDeletedFilter] = useAddressFilter('deleted');
  const showsDeleted = deletedFilter === 'shown';
  const needle = useDeferredValue(query);
  const rows = useMemo(
    () => (athletes.data ?? []).filter((athlete) => (showsDeleted || !athlete.isDeleted) && matches(athlete, needle)),
    [athletes.data, showsDeleted, needle],
  );
  const selection = useAthleteSelection({ athletes: athletes.data, shown: rows });
  const actions = useBulkActions({ contestId: contest.id, selection });

  return (
    <Stack gap="lg">
      <CategoryManager contestId={contest.id} />
      <DataCard title="選手一覧">
        <Stack gap="md">
          <RosterFiles contestId={contest.id} />
          <AddAthletes contestId={contest.id} athletes={athletes.data} categories={categories.data ?? []} />
          <Group gap="md">
            <SearchField label="選手を検索" placeholder="番号・名前・カテゴリ" value={query} onChange={setQuery} miw={200} maw={360} />
            <TouchSwitch
              label="削除済みの選手も表示"
              checked={showsDeleted}
              onChange={(event) => setDeletedFilter(event.currentTarget.checked ? 'shown' : '')}
            />
            <Text size="sm" c="dimmed" role="status">
              {rows.length}人
            </Text>
          </Group>
          {athletes.data && athletes.data.length > 0 && (
            <BulkBar selection={selection} actions={actions} categories={categories.data ?? []} showsDeleted={showsDeleted} />
          )}
          {athletes.isPending && <LoadingText />}
          {athletes.isError && (
            <ErrorPanel
              title="選手の一覧を読み込めませんでした"
              onRetry={() => void athletes.refetch()}
              isRetrying={athletes.isFetching}
              retryLabel="再読み込み"
            >
              {userMessageOf(athletes.error, 'しばらくしてからもう一度お試しください。')}
            </ErrorPanel>
          )}
          {athletes.data && rows.length === 0 && (
            <EmptyState icon={IconUsers} title={emptyTitle({ query, hasAny: athletes.data.length > 0 })} />
          )}
          {rows.length > 0 && (
            <AthleteTable
              contestId={contest.id}
              athletes={rows}
              categories={categories.data ?? []}
              selection={selection}
              isLocked={actions.run !== null}
            />
          )}
        </Stack>
      </DataCard>
    </Stack>
  );
};
