import type { Media } from '@stagereel/contracts';

export type Place = Pick<Media, 'id' | 'displayOrder'>;

/** The list with one taken from a place and put to another; the same list where there is no such place. */
export const movedTo = <Item>(list: readonly Item[], { from, to }: { from: number; to: number }): readonly Item[] => {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length || from === to) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
};

/** Those that need another place for the list to stand in this order. */
export const placesOf = (list: readonly Place[]): Place[] =>
  list.flatMap(({ id, displayOrder }, index) => (displayOrder === index ? [] : [{ id, displayOrder: index }]));

const byPlace = (one: Media, other: Media): number =>
  one.displayOrder - other.displayOrder || one.uploadedAt.localeCompare(other.uploadedAt);

/** The list as it stands once these have their places. */
export const withPlaces = (list: readonly Media[], places: readonly Place[]): Media[] => {
  const orders = new Map(places.map(({ id, displayOrder }) => [id, displayOrder]));
  return list.map((media) => ({ ...media, displayOrder: orders.get(media.id) ?? media.displayOrder })).sort(byPlace);
};

/** The newest of the covers is the one that the shop shows. */
export const newestOf = (covers: readonly Media[]): Media | undefined =>
  covers.reduce<Media | undefined>((newest, media) => (newest && newest.uploadedAt >= media.uploadedAt ? newest : media), undefined);
