import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useScrollAnchor } from './use-scroll-anchor.ts';

type Props<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** A guess in pixels, until the item is drawn and measured. */
  heightOf: (item: Item) => number;
  /** What the list holds, for those who hear it. */
  label?: string;
  /** Pixels between two items. */
  gap?: number;
  /** What the items were chosen and sorted by: while it stays the same, items that come in above leave what is read in its place. */
  arrangement?: string;
  children: (item: Item) => ReactNode;
};

/** Thousands of cards below each other on a page that scrolls as a whole; only those in sight are drawn. */
export const WindowList = <Item,>({ items, keyOf, heightOf, label, gap = 16, arrangement, children }: Props<Item>) => {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const itemAt = (index: number): Item => items[index] as Item;

  // What stands above may come and go; setting the same number again changes nothing.
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));

  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    estimateSize: (index) => heightOf(itemAt(index)),
    getItemKey: (index) => keyOf(itemAt(index)),
    overscan: 4,
    gap,
    scrollMargin: top,
  });
  useScrollAnchor({ virtualizer, list, arrangement });

  return (
    <ul
      ref={list}
      aria-label={label}
      style={{ position: 'relative', height: virtualizer.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
        >
          {children(itemAt(index))}
        </li>
      ))}
    </ul>
  );
};
