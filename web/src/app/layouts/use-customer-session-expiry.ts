import { useQueryClient } from '@tanstack/react-query';
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

  const goToLogin = async () => {
    const state = withSignInState({ from: `${pathname}${search}`, notice: SESSION_EXPIRED });
    // Drawn before the person is forgotten: a page that needs them would go its own way.
    await navigate(paths.login.to(), { replace: true, state, flushSync: true });
  };

  useSessionExpiry(async () => {
    const { queryKey } = checkAuthQuery();
    // A guest has no session to lose; that a call needs one is for its screen to say.
    if (queryClient.getQueryData(queryKey)?.authenticated === false) return;
    void showToast({ title: '認証エラー', message: SESSION_EXPIRED, tone: 'error' });
    if (memberPaths.some((path) => matchPath(path, pathname))) await goToLogin();
    queryClient.setQueryData(queryKey, { authenticated: false, user: null });
  });
};
