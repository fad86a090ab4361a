import { Badge, Button, Text, Title } from '@mantine/core';
import { type Contest, formatPrice, formatYen, UNDECIDED_DATE } from '@stagereel/contracts';
import { IconCalendarEvent, IconCoinYen, IconMapPin, IconPhoto, IconPlayerPlay, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
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

type CoverProps = {
  src: string | null;
  /** Whether the card is probably on the first screen. */
  isFirst: boolean;
  children?: ReactNode;
};

/** The cover of a contest with a label on it. */
export const ContestCover = ({ src, isFirst, children }: CoverProps) => (
  <div className={styles.frame}>
    <Picture
      src={src}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'auto' : 'low'}
      decoding="async"
      width={640}
      height={360}
      className={styles.cover}
      fallback={<NoCover />}
    />
    {children}
  </div>
);

type FactsProps = { date: string; location: string; children?: ReactNode };

/** Date and place, as far as they are known, and more facts. */
export const ContestFacts = ({ date, location, children }: FactsProps) => (
  <div className={styles.facts}>
    {date !== '' && date !== UNDECIDED_DATE && (
      <span className={styles.fact}>
        <IconCalendarEvent size={16} aria-hidden /> {date}
      </span>
    )}
    {location !== '' && (
      <span className={styles.fact}>
        <IconMapPin size={16} aria-hidden /> {location}
      </span>
    )}
    {children}
  </div>
);

const rangeText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? formatPrice(min) : `${formatYen(min)}〜${formatPrice(max)}`;

/** A contest on sale with a link to its order form. */
export const ContestCard = ({ contest, isFirst }: { contest: Contest; isFirst: boolean }) => {
  const headingId = useId();
  const { name, slug, coverImage, date, location, priceRange, athleteCount, hasSamples } = contest;
  const isReady = athleteCount > 0;
  return (
    <article className={styles.card} aria-labelledby={headingId}>
      <ContestCover src={coverImage} isFirst={isFirst}>
        <Badge color="red.8" size="lg" radius="sm" className={styles.label}>
          動画販売
        </Badge>
      </ContestCover>
      <div className={styles.body}>
        <Title order={2} id={headingId} className={styles.name}>
          {name}
        </Title>
        <ContestFacts date={date} location={location}>
          {isReady && (
            <span className={styles.fact}>
              <IconUsers size={16} aria-hidden /> {athleteCount.toLocaleString('ja-JP')}名
            </span>
          )}
          {hasSamples && (
            <span className={styles.fact}>
              <IconPlayerPlay size={16} aria-hidden /> サンプルあり
            </span>
          )}
        </ContestFacts>
        {isReady && priceRange && (
          <p className={styles.price}>
            <IconCoinYen size={18} aria-hidden /> {rangeText(priceRange)}
          </p>
        )}
        {isReady ? (
          <Button component={Link} to={paths.orderForm.to(slug)} fullWidth aria-describedby={headingId}>
            注文を開始する
          </Button>
        ) : (
          <>
            <Text className={styles.price}>準備中</Text>
            <Button fullWidth disabled aria-describedby={headingId}>
              注文を開始する
            </Button>
          </>
        )}
      </div>
    </article>
  );
};
