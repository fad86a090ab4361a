import { Anchor, Badge, Text, TextInput } from '@mantine/core';
import { type AdminLine, formatPrice } from '@stagereel/contracts';
import table from '../../../components/ui/stacking-table.module.css';
import type { OrderGroup } from '../lib/order-groups.ts';
import styles from './order-line-table.module.css';

type Props = {
  group: OrderGroup;
  urls: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onUrlChange: (lineId: string, url: string) => void;
};

/** Also what stands before a value where the columns are stacked. */
const columns = {
  contest: '大会名',
  category: 'カテゴリ',
  number: '番号',
  style: 'スタイル',
  declined: '制作不可',
  price: '価格',
  url: '動画ダウンロードURL',
} as const;

const DeliveredUrl = ({ url }: { url: string | null }) =>
  url === null ? (
    <Text c="dimmed" size="sm" span>
      未設定
    </Text>
  ) : (
    <Anchor href={url} size="sm" target="_blank" rel="noopener noreferrer" className={styles.link}>
      ダウンロードリンク
    </Anchor>
  );

const DeclinedMark = ({ isDeclined }: { isDeclined: boolean }) =>
  isDeclined ? (
    <Badge color="red.8" variant="filled" tt="none" radius="sm">
      辞退
    </Badge>
  ) : (
    <span>-</span>
  );

const UrlField = ({ line, url, error, onChange }: { line: AdminLine; url: string; error?: string; onChange: (url: string) => void }) => (
  <TextInput
    type="url"
    size="sm"
    className={styles.url}
    aria-label={`${line.orderNumber} の動画ダウンロードURL`}
    placeholder="https://"
    autoComplete="off"
    spellCheck={false}
    name={line.id}
    value={url}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** The lines of one order; pending ones take a URL each, declined ones need none. */
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
              <Text fw={600} span>
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
            <DeclinedMark isDeclined={line.productionPossible} />
          </td>
          <td data-label={columns.price} data-column="price">
            {formatPrice(line.price)}
          </td>
          <td data-label={columns.url} data-column="url">
            {group.isHandled || line.productionPossible ? (
              <DeliveredUrl url={line.videoDownloadUrl} />
            ) : (
              <UrlField line={line} url={urls[line.id] ?? ''} error={errors[line.id]} onChange={(url) => onUrlChange(line.id, url)} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
