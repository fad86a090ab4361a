import { Badge, Button, Text, Title } from '@mantine/core';
import { type Contest, UNDECIDED_DATE } from '@stagereel/contracts';
import { IconCalendarEvent, IconMapPin, IconPhoto, IconVideoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { contestsQuery } from '../../../api/contests.ts';
import { Picture } from '../../../components/media/picture.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import styles from './contest-list.module.css';

const NoCover = () => (
  <div className={styles.noCover}>
    <IconPhoto size={32} stroke={1.4} aria-hidden />
    <span>カバー画像なし</span>
  </div>
);

/** A contest on sale with a link to its order form. */
const ContestCard = ({ contest }: { contest: Contest }) => {
  const headingId = useId();
  return (
    <article className={styles.card} aria-labelledby={headingId}>
      <div className={styles.frame}>
        <Picture src={contest.coverImage} alt="" loading="lazy" width={640} height={360} className={styles.cover} fallback={<NoCover />} />
        <Badge color="red.8" size="lg" radius="sm" className={styles.label}>
          動画販売
        </Badge>
      </div>
      <div className={styles.body}>
        <Title order={2} id={headingId} className={styles.name}>
          {contest.name}
        </Title>
        <div className={styles.facts}>
          {contest.date !== '' && contest.date !== UNDECIDED_DATE && (
            <Text component="span" size="sm" c="dimmed" className={styles.fact}>
              <IconCalendarEvent size={16} aria-hidden /> {contest.date}
            </Text>
          )}
          {contest.location !== '' && (
            <Text component="span" size="sm" c="dimmed" className={styles.fact}>
              <IconMapPin size={16} aria-hidden /> {contest.location}
            </Text>
          )}
        </div>
        {contest.videoPublished ? (
          <Button component={Link} to={paths.orderForm.to(contest.slug)} fullWidth aria-describedby={headingId}>
            注文を開始する
          </Button>
        ) : (
          <Button fullWidth disabled aria-describedby={headingId}>
            注文を開始する
          </Button>
        )}
      </div>
    </article>
  );
};

/** All contests whose videos are on sale. */
export const ContestList = () => {
  const { data, isPending, error, refetch, isFetching } = useQuery(contestsQuery());

  if (isPending) return <LoadingText />;
  // Keep showing the cached list when refetching fails.
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
