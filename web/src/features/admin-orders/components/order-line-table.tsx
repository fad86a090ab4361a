import { Anchor, Badge, Group, Text } from '@mantine/core';
import { formatPrice } from '@stagereel/contracts';
import { isStoredVideo } from '../../../components/admin-order/download-url.ts';
import { awaitsVideo, type OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { WatchVideoLink } from '../../../components/admin-order/watch-video-link.tsx';
import table from '../../../components/ui/stacking-table.module.css';
import { LineVideo } from './line-video.tsx';
import styles from './order-line-table.module.css';

type Props = {
  group: OrderGroup;
  urls: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onUrlChange: (lineId: string, url: string) => void;
};

/** Also the labels of the values where the columns are stacked. */
const columns = {
  contest: '大会名',
  category: 'カテゴリ',
  number: '番号',
  style: '動画の向き',
  declined: '制作不可',
  price: '価格',
  url: '動画ダウンロードURL',
} as const;

/** The video of a handled line. */
export const DeliveredUrl = ({ lineId, url }: { lineId: string; url: string | null }) => {
  if (url === null) {
    return (
      <Text c="dimmed" size="sm" span>
        未設定
      </Text>
    );
  }
  if (isStoredVideo(url)) {
    return (
      <Group gap="xs">
        <Text size="sm" span>
          アップロードした動画
        </Text>
        <WatchVideoLink lineId={lineId} url={url} />
      </Group>
    );
  }
  return (
    <Anchor href={url} size="sm" target="_blank" rel="noopener noreferrer" className={styles.link}>
      ダウンロードリンク
    </Anchor>
  );
};

const DeclinedBadge = ({ isDeclined }: { isDeclined: boolean }) =>
  isDeclined ? (
    <Badge color="red.8" variant="filled" tt="none" radius="sm">
      辞退
    </Badge>
  ) : (
    <span>-</span>
  );

/** The lines of one order. Pending lines have a field for their video; declined and delivered ones need none. */
export const OrderLineTable = ({ group, urls, errors, onUrlChange }: Props) => (
  <table className={`${table.table} ${styles.table}`} aria-label={`注文番号 ${group.orderNumber} の明細`}>
    <thead>
      <tr>
        {Object.entries(columns).map(([name, label]) => (
          <th key={name} data-column={name} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {group.lines.map((line) => (
        <tr key={line.id}>
          <td data-label={columns.contest}>{line.contestName}</td>
          <td data-label={columns.category}>{line.category}</td>
          <td data-label={columns.number}>
            <span className={styles.athlete}>
              <Text fw={600} fz="inherit" span>
                {line.athleteNumber}
              </Text>
              {line.athleteName && (
                <Text size="xs" c="dimmed" span>
                  {line.athleteName}
                </Text>
              )}
            </span>
          </td>
          <td data-label={columns.style}>{line.style}</td>
          <td data-label={columns.declined}>
            <DeclinedBadge isDeclined={line.productionPossible} />
          </td>
          <td data-label={columns.price} data-column="price">
            {formatPrice(line.price)}
          </td>
          <td data-label={columns.url} data-column="url">
            {group.isHandled || !awaitsVideo(line) ? (
              <DeliveredUrl lineId={line.id} url={line.videoDownloadUrl} />
            ) : (
              <LineVideo line={line} url={urls[line.id] ?? ''} error={errors[line.id]} onChange={(url) => onUrlChange(line.id, url)} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
