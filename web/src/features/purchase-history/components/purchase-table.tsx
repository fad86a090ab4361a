import { PriceText } from '../../../components/ui/price-text.tsx';
import table from '../../../components/ui/stacking-table.module.css';
import type { Purchase } from '../model/purchases.ts';
import styles from './purchase-table.module.css';
import { VideoCell } from './video-cell.tsx';

const columns = {
  contest: '大会名',
  category: 'カテゴリー',
  athlete: 'ゼッケン番号',
  style: '動画の向き',
  price: '価格',
  video: '動画',
} as const;

/** Every video of an order. On a phone each row is a small list of its own. */
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
