import { Group, NativeSelect, TextInput } from '@mantine/core';
import { SearchField } from '../../../components/ui/search-field.tsx';
import type { ContestOption } from '../lib/order-filters.ts';
import type { OrderFilterState } from './use-order-filters.ts';

const sorts = [
  { value: 'new', label: '新しい順' },
  { value: 'late', label: '納期の遅れ順' },
];

/** Narrows and sorts the list while it is typed into. */
export const OrderFilterBar = ({ filters, contests }: { filters: OrderFilterState; contests: readonly ContestOption[] }) => (
  <Group gap="sm" align="flex-end">
    <SearchField
      label="注文を検索"
      placeholder="注文番号・メール・番号・名前"
      value={filters.query}
      onChange={filters.setQuery}
      miw={240}
      maw={420}
    />
    <NativeSelect
      label="大会"
      data={[{ value: '', label: 'すべての大会' }, ...contests]}
      value={contests.some(({ value }) => value === filters.contestId) ? filters.contestId : ''}
      onChange={(event) => filters.setContestId(event.currentTarget.value)}
      maw={260}
    />
    <TextInput
      type="date"
      label="注文日（から）"
      max={filters.to || undefined}
      value={filters.from}
      onChange={(event) => filters.setFrom(event.currentTarget.value)}
      w={170}
    />
    <TextInput
      type="date"
      label="注文日（まで）"
      min={filters.from || undefined}
      value={filters.to}
      onChange={(event) => filters.setTo(event.currentTarget.value)}
      w={170}
    />
    <NativeSelect
      label="並び順"
      data={sorts}
      value={filters.sort}
      onChange={(event) => filters.setSort(event.currentTarget.value)}
      w={220}
    />
  </Group>
);
