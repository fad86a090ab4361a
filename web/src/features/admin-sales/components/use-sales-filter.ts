import { useSearchParams } from 'react-router-dom';
import type { SalesFilter } from '../lib/sales-filter.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter that the figures are of, in the address; its three parts change together. */
export const useSalesFilter = (): [filter: SalesFilter, set: (filter: SalesFilter) => void] => {
  const [search, setSearch] = useSearchParams();
  const dayOf = (name: string): string => {
    const text = search.get(name) ?? '';
    return DAY.test(text) ? text : '';
  };
  const set = ({ contestId, from, to }: SalesFilter) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ contest: contestId, from, to })) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [{ contestId: search.get('contest') ?? '', from: dayOf('from'), to: dayOf('to') }, set];
};
