import { Group, Stack, Text } from '@mantine/core';
import type { Athlete, Contest } from '@stagereel/contracts';
import { normalise } from '@stagereel/contracts';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { TouchSwitch } from '../../../components/ui/touch-switch.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { categoriesQuery } from '../api/categories.ts';
import { adminAthletesQuery } from '../api/list-athletes.ts';
import { AddAthletes } from './add-athletes.tsx';
import { AthleteTable } from './athlete-table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CategoryManager } from './category-manager.tsx';
import { RosterFiles } from './roster-files.tsx';
import { useAthleteSelection } from './use-athlete-selection.ts';
import { useBulkActs } from './use-bulk-acts.ts';

const matches = (athlete: Athlete, query: string): boolean => {
  const needle = normalise(query).toLowerCase();
  return [athlete.athleteNumber, athlete.name ?? '', athlete.category].some((text) => text.toLowerCase().includes(needle));
};

const emptyTitle = ({ query, hasAny }: { query: string; hasAny: boolean }): string => {
  if (query !== '') return '条件に合う選手はいません';
  return hasAny ? '選手はすべて削除済みです' : '選手はまだ登録されていません';
};

/** Everything about who takes part: categories, adding, and the table of athletes. */
export const AthleteTab = ({ contest }: { contest: Contest }) => {
  const athletes = useQuery(adminAthletesQuery(contest.id));
  const categories = useQuery(categoriesQuery(contest.id));
  const [query, setQuery] = useAddressText('q');
  const [deletedFilter, setDeletedFilter] = useAddressFilter('deleted');
  const showsDeleted = deletedFilter === 'shown';
  const needle = useDeferredValue(query);
  const rows = useMemo(
    () => (athletes.data ?? []).filter((athlete) => (showsDeleted || !athlete.isDeleted) && matches(athlete, needle)),
    [athletes.data, showsDeleted, needle],
  );
  const selection = useAthleteSelection({ athletes: athletes.data, shown: rows });
  const acts = useBulkActs({ contestId: contest.id, selection });

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
            <BulkBar selection={selection} acts={acts} categories={categories.data ?? []} showsDeleted={showsDeleted} />
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
              isLocked={acts.run !== null}
            />
          )}
        </Stack>
      </DataCard>
    </Stack>
  );
};
