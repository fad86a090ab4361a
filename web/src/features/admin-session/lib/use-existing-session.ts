import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { sessionCheckQuery } from '../../../api/admin-session.ts';
import { paths } from '../../../config/paths.ts';
import { adminMarker } from '../../../lib/admin-marker.ts';
import { showToast } from '../../../lib/toast.ts';
import { signInNotices, signInStateOf } from './sign-in-notice.ts';

/**
 * Continues with the session that this browser already has, for example in a new tab. Returns true until it is known whether there is one. A
 * session that the server has just refused, or from which somebody signed out, is not looked for.
 */
export const useExistingSession = (): boolean => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { notice, from } = signInStateOf(useLocation().state);
  const isRequired = notice === signInNotices.authenticationRequired;
  const [isWanted] = useState(() => !adminMarker.isSignedOut() && (notice === null || isRequired));
  const [isSettled, setIsSettled] = useState(false);
  const check = useQuery({ ...sessionCheckQuery('sign-in'), enabled: isWanted });
  // Without a response nobody knows of a session.
  const session = isWanted && !check.isError ? check.data?.admin : null;

  useEffect(() => {
    if (session === undefined) return;
    // A clock that is behind the server's must not make the session longer.
    if (session) adminMarker.write(session.email, Math.min(session.startedAt, Date.now()));
    if (session && adminMarker.read()) {
      // What was fetched before may be a visitor's.
      queryClient.clear();
      void navigate(from ?? paths.admin.to(), { replace: true });
      return;
    }
    setIsSettled(true);
    if (isRequired) void showToast({ title: '認証エラー', message: signInNotices.authenticationRequired, tone: 'error' });
  }, [session, from, isRequired, navigate, queryClient]);

  return isWanted && !isSettled;
};
