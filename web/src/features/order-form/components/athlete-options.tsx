import { Combobox } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import styles from './athlete-combobox.module.css';

/** Pixels; a row whose name wraps is measured. */
const ROW_HEIGHT = 44;

/** Never less than a row is: the rows of a list that is closing have no height, and without one all thousands would be in sight. */
const heightOf = (row: HTMLElement): number => Math.max(row.offsetHeight, ROW_HEIGHT);

type Props = {
  listId: string;
  optionIdOf: (athlete: Athlete) => string;
  athletes: readonly Athlete[];
  /** Places in the list; -1 for none. */
  chosen: number;
  highlighted: number;
};

/** Thousands of athletes, of whom only those in sight are drawn. */
export const AthleteOptions = ({ listId, optionIdOf, athletes, chosen, highlighted }: Props) => {
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

  // Not within the list: a list has options and nothing else.
  if (athletes.length === 0) return <Combobox.Empty>該当する選手が見つかりません。</Combobox.Empty>;
  return (
    <Combobox.Options ref={list} id={listId} className={styles.options} aria-label="選手の候補">
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
              value={athlete.athleteNumber}
              active={index === chosen}
              selected={index === highlighted}
              aria-selected={index === highlighted}
              aria-setsize={athletes.length}
              aria-posinset={index + 1}
              className={styles.option}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={styles.number}>{athlete.athleteNumber}</span>
              <span>{athlete.name ?? ''}</span>
            </Combobox.Option>
          );
        })}
      </div>
    </Combobox.Options>
  );
};
