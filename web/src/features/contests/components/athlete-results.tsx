import type { FoundAthlete, FoundAthletes } from '@stagereel/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import styles from './athlete-search.module.css';

const FoundList = ({ athletes }: { athletes: readonly FoundAthlete[] }) => (
  <ul className={styles.list}>
    {athletes.map(({ contestId, contestName, contestSlug, category, athleteNumber, name }) => (
      <li key={`${contestId}/${category}/${athleteNumber}`}>
        <Link className={styles.athlete} to={paths.orderForm.to(contestSlug, { category, athlete: athleteNumber })}>
          <span className={styles.bib}>{athleteNumber}</span>
          <span className={styles.words}>
            {name !== null && <span className={styles.name}>{name}</span>}
            <span className={styles.category}>{category}</span>
            <span className={styles.contest}>{contestName}</span>
          </span>
          <IconChevronRight size={20} aria-hidden className={styles.arrow} />
        </Link>
      </li>
    ))}
  </ul>
);

type Props = {
  /** The text that the results belong to. */
  search: string;
  found: FoundAthletes | undefined;
  /** Whether newer results are on their way. */
  isSearching: boolean;
  error: unknown;
  retry: () => void;
};

/** What a search has found, or why it shows nothing. */
export const AthleteResults = ({ search, found, isSearching, error, retry }: Props) => {
  if (error !== null && !isSearching) {
    return (
      <ErrorPanel title="選手を検索できませんでした" onRetry={retry}>
        {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
      </ErrorPanel>
    );
  }
  if (found === undefined || (found.athletes.length === 0 && isSearching)) return <LoadingText>検索中...</LoadingText>;
  if (found.athletes.length === 0) {
    return (
      <p className={styles.note} role="status">
        「{search}」に一致する選手は見つかりませんでした。番号やお名前をご確認ください。
      </p>
    );
  }
  return (
    <>
      <FoundList athletes={found.athletes} />
      {found.hasMore && <p className={styles.note}>ほかにも一致する選手がいます。番号やお名前を続けて入力してください。</p>}
    </>
  );
};
