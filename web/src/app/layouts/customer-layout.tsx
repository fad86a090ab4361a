import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matchPath, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
import { authCheckQuery } from '../../api/session.ts';
import { NavigationProgress } from '../../components/layout/navigation-progress.tsx';
import { SiteFooter } from '../../components/layout/site-footer.tsx';
import { SiteHeader } from '../../components/layout/site-header.tsx';
import { SkipLink } from '../../components/layout/skip-link.tsx';
import { memberPaths, paths } from '../../config/paths.ts';
import { UserMenu } from '../../features/session/components/user-menu.tsx';
import { useSessionExpiry } from '../../lib/session-expiry.ts';
import { SESSION_EXPIRED, withSignInState } from '../../lib/sign-in-state.ts';
import { showToast } from '../../lib/toast.ts';
import styles from './customer-layout.module.css';

/** Handles an expired session: shows a message and, on pages that need a user, redirects to the sign-in and back. */
const useCustomerSessionExpiry = (): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [hasEnded, setHasEnded] = useState(false);
  const isMembersPage = memberPaths.some((path) => matchPath(path, pathname));

  // Clear the user only after the redirect: a page that needs a user would otherwise redirect by itself, without the message.
  useEffect(() => {
    if (!hasEnded || isMembersPage) return;
    queryClient.setQueryData(authCheckQuery().queryKey, { authenticated: false, user: null });
    setHasEnded(false);
  }, [hasEnded, isMembersPage, queryClient]);

  useSessionExpiry(() => {
    // A guest has no session that could expire; the screen itself handles the 401.
    if (queryClient.getQueryData(authCheckQuery().queryKey)?.authenticated === false) return;
    void showToast({ title: '認証エラー', message: SESSION_EXPIRED, tone: 'error' });
    setHasEnded(true);
    if (isMembersPage) {
      const state = withSignInState({ from: `${pathname}${search}`, notice: SESSION_EXPIRED });
      void navigate(paths.login.to(), { replace: true, state });
    }
  });
};

/** Header, the page, footer. */
export const CustomerLayout = () => {
  useCustomerSessionExpiry();

  return (
    <div className={styles.page}>
      <SkipLink />
      <NavigationProgress />
      <SiteHeader userMenu={<UserMenu />} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <ScrollRestoration />
    </div>
  );
};
