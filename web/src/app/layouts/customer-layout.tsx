import { useQueryClient } from '@tanstack/react-query';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SiteFooter } from '../../components/layout/site-footer.tsx';
import { SiteHeader } from '../../components/layout/site-header.tsx';
import { checkAuthQuery } from '../../features/session/api/check-auth.ts';
import { UserMenu } from '../../features/session/components/user-menu.tsx';
import { useSessionExpiry } from '../../lib/session-expiry.ts';
import { showToast } from '../../lib/toast.ts';
import styles from './customer-layout.module.css';

/** Header, the page, footer. */
export const CustomerLayout = () => {
  const queryClient = useQueryClient();

  useSessionExpiry(() => {
    queryClient.setQueryData(checkAuthQuery().queryKey, { authenticated: false, user: null });
    void showToast({ title: '認証エラー', message: 'セッションの有効期限が切れました。もう一度ログインしてください。', tone: 'error' });
  });

  return (
    <div className={styles.page}>
      <a href="#main" className={styles.skip}>
        本文へ移動
      </a>
      <SiteHeader userMenu={<UserMenu />} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <ScrollRestoration />
    </div>
  );
};
