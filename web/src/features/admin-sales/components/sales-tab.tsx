import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { adminContestsQuery } from '../../../api/admin-contests.ts';
import { type SalesFilter, salesPath, salesQuery } from '../../../api/sales.ts';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { isSameFilter } from '../lib/sales-filter.ts';
import { SalesFigures } from './sales-figures.tsx';
import { SalesFilterForm } from './sales-filter-form.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The applied filter, kept in the page's URL. Its three parts are set together. */
const useSalesFilter = (): [filter: SalesFilter, set: (filter: SalesFilter) => void] => {
  const [search, setSearch] = useSearchParams();
  const dayOf = (name: string): string => {
    const text = search.get(name) ?? '';
    return DAY.test(text) ? text : '';
  };
  const set = ({ contestId, from, to }: SalesFilter) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ contest: contestId, from, to })) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [{ contestId: search.get('contest') ?? '', from: dayOf('from'), to: dayOf('to') }, set];
};

/** The options of the contest filter, including deleted contests that have sales. */
const optionsOf = (known: readonly { id: string; name: string }[], sold: readonly { contestId: string; contestName: string }[]) => {
  const names = new Map(sold.map(({ contestId, contestName }) => [contestId, contestName]));
  for (const { id, name } of known) names.set(id, name);
  return [...names].map(([value, label]) => ({ value, label }));
};

export const SalesTab = () => {
  const [filter, setFilter] = useSalesFilter();
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(salesQuery(filter));
  const contests = useQuery(adminContestsQuery());
  const options = optionsOf(contests.data ?? [], data?.contests ?? []);

  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Title order={2}>売上統計</Title>
        <DownloadButton path={salesPath('/api/orders/sales/export', filter)}>CSVで書き出す</DownloadButton>
      </Group>
      <SalesFilterForm
        filter={filter}
        contests={options}
        isCounting={isFetching}
        onFilter={(next) => (isSameFilter(next, filter) ? void refetch() : setFilter(next))}
      />
      {isError && (
        <ErrorPanel title="売上を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {isPending && <LoadingText />}
      {data && !isError && <SalesFigures sales={data} />}
    </Stack>
  );
};
