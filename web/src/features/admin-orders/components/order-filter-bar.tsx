import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { attentionOf, attentionOptions } from '../lib/order-attention.ts';
import type { ContestOption } from '../lib/order-filters.ts';
import styles from './order-filter-bar.module.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string): string => (DAY.test(text) ? text : '');

/** The view, the filters and the sorting of the order list, stored in the page's address. */
export const useOrderFilters = () => {
  const [viewName, setViewName] = useAddressFilter('view');
  const [query, setQuery] = useAddressText('q');
  const [show, setShow] = useAddressFilter('show');
  const [contestId, setContestId] = useAddressFilter('contest');
  const [from, setFrom] = useAddressFilter('from');
  const [to, setTo] = useAddressFilter('to');
  const [sort, setSort] = useAddressFilter('sort');
  return {
    view: viewName === 'handled' ? ('handled' as const) : ('pending' as const),
    setView: (view: string | null) => setViewName(view === 'handled' ? view : ''),
    query,
    setQuery,
    show: attentionOf(show),
    setShow,
    contestId,
    setContestId,
    from: dayOf(from),
    setFrom,
    to: dayOf(to),
    setTo,
    sort: sort === 'late' ? ('late' as const) : ('new' as const),
    setSort: (next: string) => setSort(next === 'late' ? next : ''),
    isFiltered: query !== '' || show !== '' || contestId !== '' || from !== '' || to !== '',
  };
};

const sorts = [
  { value: 'new', label: '新しい順' },
  { value: 'late', label: '納期の遅れ順' },
];

type Props = { filters: ReturnType<typeof useOrderFilters>; contests: readonly ContestOption[]; searchId: string };

/** The list changes while the admin types. Each field names itself by what it shows, so that the list has more room. */
export const OrderFilterBar = ({ filters, contests, searchId }: Props) => (
  <Group gap="xs" className={styles.filters}>
    <SearchField
      id={searchId}
      label="注文を検索"
      placeholder="注文番号・メール・番号・名前"
      value={filters.query}
      onChange={filters.setQuery}
      size="sm"
      miw={180}
      maw={480}
    />
    <NativeSelect
      aria-label="状態"
      data={attentionOptions}
      value={filters.show}
      onChange={(event) => filters.setShow(event.currentTarget.value)}
      size="sm"
      w={140}
    />
    <NativeSelect
      aria-label="大会"
      data={[{ value: '', label: 'すべての大会' }, ...contests]}
      value={contests.some(({ value }) => value === filters.contestId) ? filters.contestId : ''}
      onChange={(event) => filters.setContestId(event.currentTarget.value)}
      size="sm"
      maw={200}
    />
    <div className={styles.days}>
      <Text size="sm" c="dimmed" aria-hidden>
        注文日
      </Text>
      <TextInput
        type="date"
        aria-label="注文日（から）"
        max={filters.to || undefined}
        value={filters.from}
        onChange={(event) => filters.setFrom(event.currentTarget.value)}
        size="sm"
        w={138}
      />
      <Text size="sm" c="dimmed" aria-hidden>
        〜
      </Text>
      <TextInput
        type="date"
        aria-label="注文日（まで）"
        min={filters.from || undefined}
        value={filters.to}
        onChange={(event) => filters.setTo(event.currentTarget.value)}
        size="sm"
        w={138}
      />
    </div>
    <NativeSelect
      aria-label="並び順"
      data={sorts}
      value={filters.sort}
      onChange={(event) => filters.setSort(event.currentTarget.value)}
      size="sm"
      w={132}
    />
  </Group>
);
