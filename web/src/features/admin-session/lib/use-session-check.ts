import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionCheckQuery } from '../../../api/admin-session.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';

/**
 * Asks the server at every tab and screen whether the session still exists. Not every request would tell: what customers may see too, such as
 * the published contests, is sent without a session as well. Without a response nothing happens, and a customer's session is refused by each
 * request itself.
 */
export const useSessionCheck = ({ place, isActive }: { place: string; isActive: boolean }): void => {
  const { data } = useQuery({ ...sessionCheckQuery(place), enabled: isActive, refetchOnWindowFocus: true });
  useEffect(() => {
    if (data?.isSignedIn === false) announceSessionExpiry();
  }, [data]);
};
