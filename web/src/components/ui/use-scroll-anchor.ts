import type { Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';

type Place = { key: unknown; start: number; arrangement: string | undefined };

type Options = {
  virtualizer: Virtualizer<Window, HTMLElement>;
  list: RefObject<HTMLElement | null>;
  /** What the items were chosen and sorted by; undefined for a list that never holds still. */
  arrangement: string | undefined;
};

/** The index of the item that holds the focus, else of the first in sight; -1 where the reader is above the list, and news may be seen. */
const indexOfRead = ({ virtualizer, list }: Pick<Options, 'virtualizer' | 'list'>): number => {
  const focused = list.current?.contains(document.activeElement) ? document.activeElement?.closest('[data-index]') : null;
  if (focused) return Number(focused.getAttribute('data-index'));
  const offset = window.scrollY;
  if (offset <= virtualizer.options.scrollMargin) return -1;
  return virtualizer.measurementsCache.findIndex(({ end }) => end > offset);
};

/**
 * When items come or go above what is being read or typed into, the page scrolls by as much, so that it stays under the eyes. Not when the
 * list was rearranged: whoever sorts or filters wants to see another part of it.
 */
export const useScrollAnchor = ({ virtualizer, list, arrangement }: Options): void => {
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
