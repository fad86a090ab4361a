import { japaneseDay } from '@stagereel/contracts';
import { matchesSearch, type OrderGroup } from '../../../components/admin-order/order-groups.ts';

/** Days in Asia/Tokyo, both inclusive; empty means not set. */
export type OrderFilters = { query: string; contestId: string; from: string; to: string };

/** Whether an order was placed within these days, has a line of the contest, and matches the search. */
export const matchesFilters = (group: OrderGroup, { query, contestId, from, to }: OrderFilters): boolean => {
  if (contestId !== '' && !group.lines.some((line) => line.contestId === contestId)) return false;
  const day = from === '' && to === '' ? '' : japaneseDay(group.orderDate);
  if (from !== '' && day < from) return false;
  if (to !== '' && day > to) return false;
  return matchesSearch(group, query);
};

export type ContestOption = { value: string; label: string };

/** The contests of the orders, sorted by name. A renamed contest has the name in its newest order. */
export const contestOptions = (groups: readonly OrderGroup[]): ContestOption[] => {
  const names = new Map<string, string>();
  for (const { lines } of groups) {
    for (const { contestId, contestName } of lines) if (!names.has(contestId)) names.set(contestId, contestName);
  }
  return [...names].map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label, 'ja'));
};

/** The path of the export. It supports only the filters contest and days. */
export const orderExportPath = ({ contestId, from, to }: Omit<OrderFilters, 'query'>): string => {
  const set = Object.entries({ contestId, from, to }).filter(([, value]) => value !== '');
  return set.length === 0 ? '/api/orders/export' : `/api/orders/export?${new URLSearchParams(set)}`;
};
