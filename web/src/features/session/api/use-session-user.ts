import type { SessionUser } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { checkAuthQuery } from './check-auth.ts';

/** The signed-in person; null for a guest, and while it is not known yet. */
export const useSessionUser = (): { user: SessionUser | null; isKnown: boolean } => {
  const { data, isPending } = useQuery(checkAuthQuery());
  return { user: data?.authenticated ? data.user : null, isKnown: !isPending };
};
