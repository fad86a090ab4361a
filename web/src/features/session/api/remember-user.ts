import type { SessionUser } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { checkAuthQuery } from './check-auth.ts';

/** Whoever just signed in is known to the whole page at once; what was fetched before, for somebody else or a visitor, is forgotten. */
export const useRememberUser = () => {
  const queryClient = useQueryClient();
  return async (user: SessionUser): Promise<void> => {
    const { queryKey } = checkAuthQuery();
    // A question that is still under way would answer for the time before.
    await queryClient.cancelQueries({ queryKey });
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
    queryClient.setQueryData(queryKey, { authenticated: true, user });
  };
};
