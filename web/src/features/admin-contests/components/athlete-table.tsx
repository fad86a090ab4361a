import type { Athlete, Category } from '@stagereel/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { AthleteRow } from './athlete-row.tsx';
import styles from './athlete-table.module.css';
import { useAthleteEdits } from './use-athlete-edits.ts';

const ROW_HEIGHT = 60;

const columns = [
  { label: '番号', width: 110 },
  { label: '選手名', width: 170 },
  { label: 'カテゴリ', width: 190 },
  { label: '動画', width: 136 },
  { label: '写真', width: 136 },
  { label: '縦動画（税込）', width: 124 },
  { label: '横動画（税込）', width: 124 },
  { label: '操作', width: undefined },
] as const;

/** Stands for the rows that are not drawn. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr className={styles.gap}>
        <td colSpan={columns.length} style={{ height }} />
      </tr>
    </tbody>
  );

type Props = { contestId: string; athletes: readonly Athlete[]; categories: readonly Category[] };

/** Thousands of athletes, of whom only those in sight are drawn. */
export const AthleteTable = ({ contestId, athletes, categories }: Props) => {
  const scroller = useRef<HTMLElement>(null);
  // A deleted row may vanish with the button that was pressed; the focus stays with the list.
  const edits = useAthleteEdits({ contestId, onGone: () => scroller.current?.focus({ preventScroll: true }) });
  const virtualizer = useVirtualizer({
    count: athletes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => athletes[index]?.id ?? index,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={scroller} className={styles.scroll} tabIndex={0} aria-label="選手の一覧">
      <p className="visually-hidden" role="status">
        {edits.saved.size > 0 && '保存しました'}
      </p>
      <table className={styles.table} aria-rowcount={athletes.length + 1}>
        <thead>
          <tr>
            {columns.map(({ label, width }) => (
              <th key={label} scope="col" style={{ width }}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <Gap height={items[0]?.start ?? 0} />
        {items.map(({ key, index }) => {
          const athlete = athletes[index];
          if (!athlete) return null;
          return (
            <tbody key={key} ref={virtualizer.measureElement} data-index={index}>
              <AthleteRow
                rowIndex={index + 2}
                athlete={athlete}
                categories={categories}
                isSaved={edits.saved.has(athlete.id)}
                failure={edits.failures[athlete.id] ?? null}
                onSave={edits.save}
                onErase={edits.erase}
              />
            </tbody>
          );
        })}
        <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
};
