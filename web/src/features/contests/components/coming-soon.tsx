import { Badge, Text, Title } from '@mantine/core';
import { type ComingSoonContest, formatDateTime } from '@stagereel/contracts';
import { useId } from 'react';
import styles from './contest-card.module.css';
import { ContestCover, ContestFacts } from './contest-card.tsx';
import { SaleNotice } from './sale-notice.tsx';

const startText = (salesStartAt: string | null): string =>
  salesStartAt === null ? '販売開始日は未定です' : `販売開始予定：${formatDateTime(salesStartAt)}`;

const ComingSoonCard = ({ contest }: { contest: ComingSoonContest }) => {
  const headingId = useId();
  const { id, name, date, location, coverImage, salesStartAt } = contest;
  return (
    <article className={styles.card} aria-labelledby={headingId}>
      <ContestCover src={coverImage} isFirst={false}>
        <Badge color="dark.8" size="lg" radius="sm" className={styles.label}>
          近日販売
        </Badge>
      </ContestCover>
      <div className={styles.body}>
        <Title order={3} id={headingId} className={styles.name}>
          {name}
        </Title>
        <ContestFacts date={date} location={location} />
        <Text className={styles.price}>{startText(salesStartAt)}</Text>
        <SaleNotice contest={{ id, name }} describedBy={headingId} />
      </div>
    </article>
  );
};

/** The contests whose sale is announced. */
export const ComingSoon = ({ contests }: { contests: readonly ComingSoonContest[] }) => {
  const headingId = useId();
  return (
    <section className={styles.soon} aria-labelledby={headingId}>
      <Title order={2} id={headingId} className={styles.soonTitle}>
        まもなく販売を開始する大会
      </Title>
      <ul className={styles.grid}>
        {contests.map((contest) => (
          <li key={contest.id} className={styles.cell}>
            <ComingSoonCard contest={contest} />
          </li>
        ))}
      </ul>
    </section>
  );
};
