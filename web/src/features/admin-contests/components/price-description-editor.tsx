import { useQuery } from '@tanstack/react-query';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { priceDescriptionQuery } from '../api/price-description.ts';
import { PriceDescriptionForm } from './price-description-form.tsx';

/** The prices and notes the order form shows. */
export const PriceDescriptionEditor = ({ contestId }: { contestId: string }) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(priceDescriptionQuery(contestId));
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
