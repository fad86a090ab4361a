import { Anchor } from '@mantine/core';
import { viewPathOf } from '../lib/finished-video.ts';
import styles from './order-line-table.module.css';

type Props = { lineId: string; url: string };

/** Shows a video that lies in the shop, in a tab of its own. Looking is no download. */
export const ViewVideoLink = ({ lineId, url }: Props) => {
  const path = viewPathOf(url);
  return path === null ? null : (
    <Anchor href={path} size="sm" target="_blank" rel="noopener noreferrer" className={styles.link} aria-label={`${lineId} の動画を見る`}>
      動画を見る
    </Anchor>
  );
};
