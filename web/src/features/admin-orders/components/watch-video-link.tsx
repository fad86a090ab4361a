import { Anchor } from '@mantine/core';
import { watchPathOf } from '../lib/download-url.ts';
import styles from './order-line-table.module.css';

/** Opens a stored video in a new tab. Watching does not count as a download. Renders nothing for an external link. */
export const WatchVideoLink = ({ lineId, url }: { lineId: string; url: string }) => {
  const path = watchPathOf(url);
  return path === null ? null : (
    <Anchor href={path} size="sm" target="_blank" rel="noopener noreferrer" className={styles.link} aria-label={`${lineId} の動画を見る`}>
      動画を見る
    </Anchor>
  );
};
