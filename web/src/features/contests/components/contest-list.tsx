import type { ComingSoonContest, Contest } from '@stagereel/contracts';
import { IconVideoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { comingSoonQuery, contestsQuery } from '../../../api/contests.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { lazyExtra } from '../../../lib/lazy-extra.ts';
import styles from './contest-card.module.css';
import { ContestCard } from './contest-card.tsx';

/** Most of the time no contest is announced. */
const ComingSoon = lazyExtra(async () => (await import('./coming-soon.tsx')).ComingSoon);

/** How many cards can be on the first screen. */
const FIRST_CARDS = 2;

const OnSale = ({ contests }: { contests: readonly Contest[] }) => (
  <ul className={styles.grid}>
    {contests.map((contest, index) => (
      <li key={contest.id} className={styles.cell}>
        <ContestCard contest={contest} isFirst={index < FIRST_CARDS} />
      </li>
    ))}
  </ul>
);

/** All contests whose videos are on sale, then the announced ones. */
export const ContestList = () => {
  const { data, isPending, error, refetch, isFetching } = useQuery(contestsQuery());
  // The announced contests are an extra: while they are missing, the page is complete without them.
  const { data: comingSoon = [] as ComingSoonContest[], isPending: isComingSoonPending } = useQuery(comingSoonQuery());

  const onSale = data?.filter(({ videoPublished }) => videoPublished) ?? [];
  const isEmpty = data !== undefined && onSale.length === 0 && comingSoon.length === 0;

  // Its height keeps the footer below the first screen, so that nothing visible moves when the list arrives.
  if (isPending || (isEmpty && isComingSoonPending)) {
    return (
      <div className={styles.loading}>
        <LoadingText />
      </div>
    );
  }
  if (isEmpty) return <EmptyState icon={IconVideoOff} title="現在公開中の大会はありません。" />;
  return (
    <>
      {/* Keep showing the cached list when refetching fails. */}
      {data === undefined && (
        <ErrorPanel title="大会の一覧を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {onSale.length > 0 && <OnSale contests={onSale} />}
      {comingSoon.length > 0 && (
        <Suspense>
          <ComingSoon contests={comingSoon} />
        </Suspense>
      )}
    </>
  );
};
