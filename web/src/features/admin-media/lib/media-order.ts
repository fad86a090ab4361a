import type { Media } from '@stagereel/contracts';
import type { MediaPosition } from '../../../api/admin-media.ts';

/** The list with one item moved; the same list when a position does not exist. */
export const movedTo = <Item>(list: readonly Item[], { from, to }: { from: number; to: number }): readonly Item[] => {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length || from === to) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
};

/** The positions that change when the list gets this order. */
export const newPositions = (list: readonly MediaPosition[]): MediaPosition[] =>
  list.flatMap(({ id, displayOrder }, index) => (displayOrder === index ? [] : [{ id, displayOrder: index }]));

/** The shop shows the newest cover, the first of these. */
export const newestFirst = (covers: readonly Media[]): Media[] =>
  covers.toSorted((one, other) => other.uploadedAt.localeCompare(one.uploadedAt));
