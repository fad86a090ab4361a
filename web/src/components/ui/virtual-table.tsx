import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';
import { useRef } from 'react';
import styles from './virtual-table.module.css';

/** A column without a width takes the remaining space; `heading` replaces the label. */
export type VirtualColumn = { label: string; width?: number; heading?: ReactNode };

type Props<Row> = {
  /** The accessible name of the scrolling region. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly VirtualColumn[];
  /** The estimated height in pixels, used until the row is measured; omit it for rows with the class `dense-rows`. */
  rowHeight?: number;
  /** Minimum width in pixels, below which the table scrolls horizontally; omit it when the class sets one. */
  minWidth?: number;
  /** Maximum height of the region in CSS units; fewer rows make it smaller. */
  maxHeight: string;
  className?: string | undefined;
  isBusy?: boolean;
  region?: RefObject<HTMLElement | null>;
  /** Renders the row's `tr` and any further ones that belong to it; `rowIndex` is its aria-rowindex. */
  children: (row: Row, rowIndex: number) => ReactNode;
};

/** The height of a row with the class `dense-rows` and its border. */
const denseRowHeight = (): number => (window.matchMedia('(pointer: fine)').matches ? 37 : 53);

/** Takes the space of the rows that are not rendered. */
const Gap = ({ height, columnCount }: { height: number; columnCount: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr className={styles.gap}>
        <td colSpan={columnCount} style={{ height }} />
      </tr>
    </tbody>
  );

const Head = ({ columns }: { columns: readonly VirtualColumn[] }) => (
  <thead>
    <tr>
      {columns.map(({ label, width, heading }) => (
        <th key={label} scope="col" style={{ width }}>
          {heading ?? label}
        </th>
      ))}
    </tr>
  </thead>
);

/** A virtualised table in a scrolling region: only visible rows are rendered. */
export const VirtualTable = <Row,>(props: Props<Row>) => {
  const { label, rows, keyOf, columns, rowHeight, minWidth, maxHeight, className, isBusy, region, children } = props;
  const own = useRef<HTMLElement>(null);
  const scroller = region ?? own;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight ?? denseRowHeight(),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const columnCount = columns.length;

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={scroller} className={styles.scroll} style={{ maxHeight }} tabIndex={0} aria-label={label} aria-busy={isBusy}>
      <table className={[styles.table, className].filter(Boolean).join(' ')} style={{ minWidth }} aria-rowcount={rows.length + 1}>
        <Head columns={columns} />
        <Gap height={items[0]?.start ?? 0} columnCount={columnCount} />
        {items.map(({ key, index }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <tbody key={key} ref={virtualizer.measureElement} data-index={index}>
                {children(row, index + 2)}
              </tbody>
            )
          );
        })}
        <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columnCount={columnCount} />
      </table>
    </section>
  );
};
