import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string): string => (DAY.test(text) ? text : '');

/** What the list of orders is narrowed and sorted by, kept in the address. */
export const useOrderFilters = () => {
  const [viewName, setViewName] = useAddressFilter('view');
  const [query, setQuery] = useAddressText('q');
  const [contestId, setContestId] = useAddressFilter('contest');
  const [from, setFrom] = useAddressFilter('from');
  const [to, setTo] = useAddressFilter('to');
  const [sort, setSort] = useAddressFilter('sort');
  return {
    view: viewName === 'handled' ? ('handled' as const) : ('pending' as const),
    setView: (view: string | null) => setViewName(view === 'handled' ? view : ''),
    query,
    setQuery,
    contestId,
    setContestId,
    from: dayOf(from),
    setFrom,
    to: dayOf(to),
    setTo,
    sort: sort === 'late' ? ('late' as const) : ('new' as const),
    setSort: (next: string) => setSort(next === 'late' ? next : ''),
    isNarrowed: query !== '' || contestId !== '' || from !== '' || to !== '',
  };
};
export type OrderFilterState = ReturnType<typeof useOrderFilters>;
