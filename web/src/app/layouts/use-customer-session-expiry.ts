import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { memberPaths, paths } from '../../config/paths.ts';
import { checkAuthQuery } from '../../features/session/api/check-auth.ts';
import { useSessionExpiry } from '../../lib/session-expiry.ts';
import { SESSION_EXPIRED, withSignInState } from '../../lib/sign-in-state.ts';
import { showToast } from '../../lib/toast.ts';

/** A session that ends while its owner uses the shop: they are told, and where the page needs them, they sign in and come back to it. */
export const useCustomerSessionExpiry = (): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [hasEnded, setHasEnded] = useState(false);
  const isMembersPage = memberPaths.some((path) => matchPath(path, pathname));

  // The person is forgotten once no page that needs them is drawn: it would send them to the login by itself, and not say why.
  useEffect(() => {
    if (!hasEnded || isMembersPage) return;
    queryClient.setQueryData(checkAuthQuery().queryKey, { authenticated: false, user: null });
    setHasEnded(false);
  }, [hasEnded, isMembersPage, queryClient]);

  useSessionExpiry(() => {
    // A guest has no session to lose; that a call needs one is for its screen to say.
    if (queryClient.getQueryData(checkAuthQuery().queryKey)?.authenticated === false) return;
    void showToast({ title: '認証エラー', message: SESSION_EXPIRED, tone: 'error' });
    setHasEnded(true);
    if (isMembersPage) {
      const state = withSignInState({ from: `${pathname}${search}`, notice: SESSION_EXPIRED });
      void navigate(paths.login.to(), { replace: true, state });
    }
  });
};
