import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Place = { key: unknown; start: number; arrangement: string | undefined };

type Options = {
  virtualizer: Virtualizer<Window, HTMLElement>;
  list: RefObject<HTMLElement | null>;
  /** Identifies the filter and the order of the items; undefined for a list that never keeps its scroll position. */
  arrangement: string | undefined;
};

/** The index of the focused item, else of the first visible item; -1 above the list, where new items may be seen. */
const indexOfRead = ({ virtualizer, list }: Pick<Options, 'virtualizer' | 'list'>): number => {
  const focused = list.current?.contains(document.activeElement) ? document.activeElement?.closest('[data-index]') : null;
  if (focused) return Number(focused.getAttribute('data-index'));
  const offset = window.scrollY;
  if (offset <= virtualizer.options.scrollMargin) return -1;
  return virtualizer.measurementsCache.findIndex(({ end }) => end > offset);
};

/**
 * When items are added or removed above the focused or visible item, scrolls by the same amount so that it stays in place. Not after a
 * change of the filter or order, because then the user wants to see the new list.
 */
const useScrollAnchor = ({ virtualizer, list, arrangement }: Options): void => {
  const place = useRef<Place | null>(null);

  useLayoutEffect(() => {
    if (arrangement === undefined) return;
    const before = place.current;
    const now = before && before.arrangement === arrangement && virtualizer.measurementsCache.find(({ key }) => key === before.key);
    if (before && now && now.start !== before.start) window.scrollBy(0, now.start - before.start);
    const read = virtualizer.measurementsCache[indexOfRead({ virtualizer, list })];
    place.current = read ? { key: read.key, start: read.start, arrangement } : null;
  });
};

type Props<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The estimated height in pixels, used until the item is measured. */
  heightOf: (item: Item) => number;
  /** The accessible name of the list. */
  label?: string;
  /** The gap between two items in pixels. */
  gap?: number;
  /** Identifies the filter and the order: while it stays the same, the visible items stay in place when items are added above. */
  arrangement?: string;
  children: (item: Item) => ReactNode;
};

/** A virtualised list of cards on a page that scrolls as a whole: only visible cards are rendered. */
export const WindowList = <Item,>({ items, keyOf, heightOf, label, gap = 16, arrangement, children }: Props<Item>) => {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const itemAt = (index: number): Item => items[index] as Item;

  // The content above can change height; setting the same number changes nothing.
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
