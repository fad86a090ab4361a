import { Button } from '@mantine/core';
import type { CustomerLine } from '@stagereel/contracts';
import { IconDownload } from '@tabler/icons-react';
import { PriceText } from '../../../components/ui/price-text.tsx';
import table from '../../../components/ui/stacking-table.module.css';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { videoDownloadLook } from '../../../components/ui/video-download-look.ts';
import { type Purchase, videoStateOf } from '../lib/purchases.ts';
import styles from './purchase-table.module.css';

/** The link to a video, or the reason why there is none. */
const VideoCell = ({ line }: { line: CustomerLine }) => {
  const state = videoStateOf(line);
  if (state.kind === 'declined') return <StatusBadge tone="neutral">制作不可</StatusBadge>;
  if (state.kind === 'refunded') return <StatusBadge tone="neutral">返金済み</StatusBadge>;
  if (state.kind === 'awaited') return <StatusBadge tone="due">納品待ち</StatusBadge>;
  return (
    <Button
      component="a"
      href={state.url}
      target="_blank"
      rel="noopener"
      {...videoDownloadLook}
      size="sm"
      h={44}
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`ダウンロード（${line.athleteNumber} ${line.style}、新しいタブで開きます）`}
    >
      ダウンロード
    </Button>
  );
};

const columns = {
  contest: '大会名',
  category: 'カテゴリー',
  athlete: 'ゼッケン番号',
  style: '動画の向き',
  price: '価格',
  video: '動画',
} as const;

/** The videos of an order. On a phone each row is a list. */
export const PurchaseTable = ({ purchase, labelledBy }: { purchase: Purchase; labelledBy: string }) => (
  <table className={`${table.table} ${styles.table}`} aria-labelledby={labelledBy}>
    <thead>
      <tr>
        {Object.entries(columns).map(([name, label]) => (
          <th key={name} scope="col" data-column={name}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {purchase.lines.map((line) => (
        <tr key={line.id}>
          <td data-column="contest" data-label={columns.contest}>
            <span>{line.contestName}</span>
          </td>
          <td data-column="category" data-label={columns.category}>
            <span>{line.category}</span>
          </td>
          <td data-column="athlete" data-label={columns.athlete}>
            <span>
              <span className={styles.number}>{line.athleteNumber}</span> {line.athleteName}
            </span>
          </td>
          <td data-column="style" data-label={columns.style}>
            <span className="nowrap">{line.style}</span>
          </td>
          <td data-column="price" data-label={columns.price}>
            <PriceText amount={line.price} />
          </td>
          <td data-column="video" data-label={columns.video}>
            <VideoCell line={line} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
