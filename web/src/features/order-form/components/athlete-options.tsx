import { Combobox } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import styles from './athlete-options.module.css';

/** The estimated height in pixels; a row whose name wraps is measured. */
const ROW_HEIGHT = 48;

/** At least one row: while the list closes, its rows have no height, and then all rows would be rendered. */
const heightOf = (row: HTMLElement): number => Math.max(row.offsetHeight, ROW_HEIGHT);

type Props = {
  listId: string;
  optionIdOf: (athlete: Athlete) => string;
  athletes: readonly Athlete[];
  /** Indices in the list; -1 for none. */
  chosen: number;
  highlighted: number;
  /** For athletes of several categories: a number is unique only within one. */
  showsCategory: boolean;
  className: string | undefined;
};

/** The options of an athlete list. Only visible rows are rendered. */
export const AthleteOptions = ({ listId, optionIdOf, athletes, chosen, highlighted, showsCategory, className }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: athletes.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    measureElement: heightOf,
    getItemKey: (index) => athletes[index]?.id ?? index,
    overscan: 6,
  });

  const inSight = highlighted >= 0 ? highlighted : chosen;
  useEffect(() => {
    if (inSight >= 0) virtualizer.scrollToIndex(inSight);
  }, [inSight, virtualizer]);

  // Outside the listbox, which may contain only options.
  if (athletes.length === 0) return <Combobox.Empty>該当する選手が見つかりません。</Combobox.Empty>;
  return (
    <Combobox.Options ref={list} id={listId} className={className} aria-label="選手の候補">
      <div className={styles.all} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const athlete = athletes[index];
          if (!athlete) return null;
          return (
            <Combobox.Option
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              id={optionIdOf(athlete)}
              value={athlete.id}
              active={index === chosen}
              selected={index === highlighted}
              aria-selected={index === highlighted}
              aria-setsize={athletes.length}
              aria-posinset={index + 1}
              className={styles.option}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={styles.number}>{athlete.athleteNumber}</span>
              <span className={styles.name}>{athlete.name ?? ''}</span>
              {showsCategory && <span className={styles.category}>{athlete.category}</span>}
            </Combobox.Option>
          );
        })}
      </div>
    </Combobox.Options>
  );
};
