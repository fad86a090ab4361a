import { Stack } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { adminPriceDescriptionQuery } from '../../../api/admin-contests.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { ContestFactsForm } from './contest-facts.tsx';
import { PriceDescriptionForm } from './price-description-form.tsx';
import { PublicationSettings } from './publication-settings.tsx';

/** Edits the prices and notes that the order form shows. */
const PriceDescriptionEditor = ({ contestId }: { contestId: string }) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(adminPriceDescriptionQuery(contestId));
  return (
    <DataCard title="価格表">
      {isPending && <LoadingText />}
      {isError && (
        <ErrorPanel title="価格表を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {data && <PriceDescriptionForm contestId={contestId} saved={data} />}
    </DataCard>
  );
};

/** The tab of a contest's date, place, publication and prices. */
export const ContentTab = ({ contest }: { contest: Contest }) => (
  <Stack gap="lg">
    <ContestFactsForm contest={contest} />
    <PublicationSettings contest={contest} />
    <PriceDescriptionEditor contestId={contest.id} />
  </Stack>
);
