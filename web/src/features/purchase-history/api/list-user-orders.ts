import type { CustomerLine } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';
import { userOrdersKey } from '../../../lib/query-keys.ts';

/** The lines the signed-in person has paid for. A delivery may have come since, so they are never fresh. */
export const userOrdersQuery = () =>
  queryOptions({
    queryKey: userOrdersKey,
    queryFn: fetchByKey<CustomerLine[]>(),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
