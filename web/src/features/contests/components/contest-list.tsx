import { IconVideoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { contestsQuery } from '../api/list-contests.ts';
import { ContestCard } from './contest-card.tsx';
import styles from './contest-list.module.css';

/** Every contest whose videos are on sale. */
export const ContestList = () => {
  const { data, isPending, error, refetch, isFetching } = useQuery(contestsQuery());

  if (isPending) return <LoadingText />;
  // A list that was read before is better than none when it cannot be read again.
  if (data === undefined) {
    return (
      <ErrorPanel title="大会の一覧を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
        {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
      </ErrorPanel>
    );
  }

  const onSale = data.filter((contest) => contest.videoPublished);
  if (onSale.length === 0) return <EmptyState icon={IconVideoOff} title="現在公開中の大会はありません。" />;

  return (
    <ul className={styles.grid}>
      {onSale.map((contest) => (
        <li key={contest.id} className={styles.cell}>
          <ContestCard contest={contest} />
        </li>
      ))}
    </ul>
  );
};
