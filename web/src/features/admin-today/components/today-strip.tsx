import { Button, Group, Text } from '@mantine/core';
import { japaneseDay } from '@stagereel/contracts';
import { IconAlertTriangle, IconClockHour4, IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { adminContestsQuery } from '../../../api/admin-contests.ts';
import { todayQuery } from '../../../api/today.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { lazyExtra } from '../../../lib/lazy-extra.ts';
import { type TodayEntry, todayEntries } from '../lib/today-entries.ts';
import styles from './today-strip.module.css';

/** The library for charts is large, and the figures are readable without it. */
const SalesSparkline = lazyExtra(async () => (await import('./sales-sparkline.tsx')).SalesSparkline);

/** An icon for what is urgent, so that it is not told by its colour alone. */
const toneIcons = { alarm: IconAlertTriangle, due: IconClockHour4, normal: null, calm: null } as const;

const Entry = ({ entry, days }: { entry: TodayEntry; days: readonly number[] | null }) => {
  const ToneIcon = toneIcons[entry.tone];
  return (
    <li className={styles.item}>
      <Link to={{ search: entry.search }} className={styles.entry} data-tone={entry.tone}>
        <span className={styles.label}>{entry.label}</span>
        <span className={styles.value}>
          {ToneIcon && <ToneIcon size={18} aria-hidden />}
          {entry.value ?? '—'}
          {days && (
            <Suspense>
              <SalesSparkline days={days} />
            </Suspense>
          )}
        </span>
      </Link>
    </li>
  );
};

/** What the shop has to do today, above the tabs of the dashboard. Each entry leads to the list where it can be done. */
export const TodayStrip = () => {
  const today = useQuery(todayQuery());
  const contests = useQuery(adminContestsQuery());
  const entries = todayEntries({ today: today.data, contests: contests.data, day: japaneseDay(new Date()) });
  const failed = [today, contests].filter(({ isError }) => isError);
  const days = today.data && today.data.sales.total > 0 ? today.data.sales.days : null;

  return (
    <section aria-label="今日の状況" aria-busy={today.isPending || contests.isPending} className={styles.strip}>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} days={entry.key === 'sales' ? days : null} />
        ))}
      </ul>
      {failed.length > 0 && (
        <Group gap="xs" className={styles.failure} role="status">
          <Text size="sm" className={styles.reason}>
            <IconCloudOff size={18} aria-hidden /> 今日の状況を読み込めませんでした。
            {userMessageOf(failed[0]?.error, 'しばらくしてからもう一度お試しください。')}
          </Text>
          <Button
            variant="default"
            size="sm"
            h={44}
            loading={failed.some(({ isFetching }) => isFetching)}
            onClick={() => {
              for (const { refetch } of failed) void refetch();
            }}
          >
            再読み込み
          </Button>
        </Group>
      )}
    </section>
  );
};
