import type { Athlete, Category } from '@stagereel/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AthleteRow } from './athlete-row.tsx';
import styles from './athlete-table.module.css';

const ROW_HEIGHT = 60;
const HIGHLIGHT_MS = 2000;

/** The ids of rows saved in the last two seconds. */
const useSavedRows = () => {
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);

  const mark = useCallback((athleteId: string) => {
    clearTimeout(timers.current.get(athleteId));
    setSaved((known) => new Set(known).add(athleteId));
    const forget = () => setSaved((known) => new Set([...known].filter((id) => id !== athleteId)));
    timers.current.set(athleteId, setTimeout(forget, HIGHLIGHT_MS));
  }, []);
  return { saved, mark };
};

type Props = { contestId: string; athletes: readonly Athlete[]; categories: readonly Category[] };

/** Thousands of athletes, of whom only those in sight are drawn. */
export const AthleteTable = ({ contestId, athletes, categories }: Props) => {
  const scroller = useRef<HTMLElement>(null);
  const { saved, mark } = useSavedRows();
  const virtualizer = useVirtualizer({
    count: athletes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => athletes[index]?.id ?? index,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={scroller} className={styles.scroll} tabIndex={0} aria-label="選手の一覧">
      <table className={styles.table} aria-rowcount={athletes.length + 1}>
        <thead>
          <tr>
            <th style={{ width: 110 }}>番号</th>
            <th style={{ width: 170 }}>選手名</th>
            <th style={{ width: 190 }}>カテゴリ</th>
            <th style={{ width: 130 }}>動画</th>
            <th style={{ width: 130 }}>写真</th>
            <th style={{ width: 130 }}>縦動画（税込）</th>
            <th style={{ width: 130 }}>横動画（税込）</th>
            <th>操作</th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && (
            <tr className={styles.gap} aria-hidden>
              <td colSpan={8} style={{ height: above }} />
            </tr>
          )}
          {items.map(({ key, index }) => {
            const athlete = athletes[index];
            if (!athlete) return null;
            return (
              <AthleteRow
                key={key}
                rowIndex={index + 2}
                contestId={contestId}
                athlete={athlete}
                categories={categories}
                isSaved={saved.has(athlete.id)}
                onSaved={mark}
              />
            );
          })}
          {below > 0 && (
            <tr className={styles.gap} aria-hidden>
              <td colSpan={8} style={{ height: below }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
};
