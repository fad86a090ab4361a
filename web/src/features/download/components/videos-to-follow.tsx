import { Stack, Text } from '@mantine/core';
import { type DownloadPage, formatDate } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import styles from './download-details.module.css';

type Following = NonNullable<DownloadPage['following']>;

/** The videos of a partly delivered order that are still made. They appear on the same page. */
export const VideosToFollow = ({ following: { lines, promisedBy, isLate } }: { following: Following }) => (
  <DataCard title="あとからお届けする動画">
    <Stack gap="md">
      <ul className={styles.following}>
        {lines.map((line) => (
          <li key={line.id}>
            <Text fw={700}>
              {line.athleteNumber} {line.athleteName}
            </Text>
            <Text size="sm" c="dimmed">
              {line.contestName}
            </Text>
            <Text size="sm" c="dimmed">
              {line.category} <span className="nowrap">／ {line.style}</span>
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm">
        {isLate
          ? `お届け予定日（${formatDate(promisedBy)}）を過ぎており、お待たせして誠に申し訳ございません。準備ができしだい、メールでお知らせします。`
          : `${formatDate(promisedBy)}までにお届けする予定です。準備ができしだい、メールでお知らせします。`}
        このページで受け取れるようになり、ページの有効期限も新しい日付に延びます。
      </Text>
    </Stack>
  </DataCard>
);
