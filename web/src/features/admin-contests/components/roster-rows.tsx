import { Text } from '@mantine/core';
import type { RosterPreview } from '@stagereel/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import styles from './roster-rows.module.css';

type Row = RosterPreview['rows'][number];

const ROW_HEIGHT = 44;
const COLUMNS = [
  { label: '行', width: 56 },
  { label: '番号', width: 84 },
  { label: '氏名', width: 130 },
  { label: 'カテゴリ', width: 170 },
  { label: '内容', width: undefined },
] as const;

const actions = {
  create: { text: '追加', tone: 'positive' },
  update: { text: '更新', tone: 'waiting' },
  same: { text: '変更なし', tone: 'neutral' },
  refused: { text: '取り込めません', tone: 'negative' },
} as const satisfies Record<Row['action'], { text: string; tone: string }>;

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr className={styles.gap}>
        <td colSpan={COLUMNS.length} style={{ height }} />
      </tr>
    </tbody>
  );

const Cells = ({ row }: { row: Row }) => (
  <>
    <td>{row.row}</td>
    <td>{row.athleteNumber}</td>
    <td>{row.name}</td>
    <td>{row.category}</td>
    <td>
      <StatusBadge tone={actions[row.action].tone}>{actions[row.action].text}</StatusBadge>
      {row.errors.map((error) => (
        <Text key={error} size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      ))}
    </td>
  </>
);

/** What each row of the file would do, or did; only rows in sight are drawn. */
export const RosterRows = ({ rows }: { rows: readonly Row[] }) => {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.row ?? index,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={scroller} className={styles.scroll} tabIndex={0} aria-label="CSVファイルの内容">
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {COLUMNS.map(({ label, width }) => (
              <th key={label} scope="col" style={{ width }}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <Gap height={items[0]?.start ?? 0} />
        {items.map(({ key, index }) => {
          const row = rows[index];
          return (
            row && (
              <tbody key={key} ref={virtualizer.measureElement} data-index={index}>
                <tr aria-rowindex={index + 2}>
                  <Cells row={row} />
                </tr>
              </tbody>
            )
          );
        })}
        <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
};
