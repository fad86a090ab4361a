import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionCheckQuery } from '../../../api/admin-session.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';

type SessionCheck = {
  place: string;
  /** The admin of this tab; null if nobody is signed in here. */
  email: string | null;
};

/**
 * Asks the server at every tab and screen whether this admin's session still exists. Not every request would tell: what customers may see too,
 * such as the published contests, is sent without a session as well, and another admin may have signed in in another tab. Without a response
 * nothing happens, and a customer's session is refused by each request itself.
 */
export const useSessionCheck = ({ place, email }: SessionCheck): void => {
  const { data } = useQuery({ ...sessionCheckQuery(place), enabled: email !== null, refetchOnWindowFocus: true });
  useEffect(() => {
    if (!data || email === null) return;
    const isOther = data.admin !== null && data.admin.email.toLowerCase() !== email.toLowerCase();
    if (!data.isSignedIn || isOther) announceSessionExpiry();
  }, [data, email]);
};
