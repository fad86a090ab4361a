import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { salesQuery } from '../api/get-sales.ts';
import { contestNamesQuery } from '../api/list-contests.ts';
import { isSameFilter, salesPath } from '../lib/sales-filter.ts';
import { SalesFigures } from './sales-figures.tsx';
import { SalesFilterForm } from './sales-filter-form.tsx';
import { useSalesFilter } from './use-sales-filter.ts';

/** Contests to choose from; one that was deleted since is known by its sales. */
const optionsOf = (known: readonly { id: string; name: string }[], sold: readonly { contestId: string; contestName: string }[]) => {
  const names = new Map(sold.map(({ contestId, contestName }) => [contestId, contestName]));
  for (const { id, name } of known) names.set(id, name);
  return [...names].map(([value, label]) => ({ value, label }));
};

export const SalesTab = () => {
  const [filter, setFilter] = useSalesFilter();
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(salesQuery(filter));
  const contests = useQuery(contestNamesQuery());
  const options = optionsOf(contests.data ?? [], data?.contests ?? []);

  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Title order={2}>売上集計</Title>
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
