import { formatYen } from '@stagereel/contracts';
import styles from './sales-table.module.css';

export type SalesRow = { key: string; name: string; videos: number; total: number; refunded: number };

type Props = { label: string; nameLabel: string; rows: readonly SalesRow[] };

/** Figures by day or by contest; scrolls in itself where it is long. */
export const SalesTable = ({ label, nameLabel, rows }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
  <section className={styles.scroll} tabIndex={0} aria-label={`${label}の表`}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{nameLabel}</th>
          <th scope="col" data-column="videos">
            動画
          </th>
          <th scope="col">売上</th>
          <th scope="col">返金</th>
          <th scope="col">差引</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, videos, total, refunded }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td data-column="videos">{videos}</td>
            <td>{formatYen(total)}</td>
            <td>{formatYen(refunded)}</td>
            <td>{formatYen(total - refunded)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
