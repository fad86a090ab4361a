import { Badge, Button, Text, Title } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { UNDECIDED_DATE } from '@stagereel/contracts';
import { IconCalendarEvent, IconMapPin, IconPhoto } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Picture } from '../../../components/media/picture.tsx';
import { paths } from '../../../config/paths.ts';
import styles from './contest-card.module.css';

const NoCover = () => (
  <div className={styles.noCover}>
    <IconPhoto size={32} stroke={1.4} aria-hidden />
    <span>カバー画像なし</span>
  </div>
);

/** One contest on sale, with the way into its order form. */
export const ContestCard = ({ contest }: { contest: Contest }) => {
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
