import { Outlet, ScrollRestoration } from 'react-router-dom';
import { NavigationProgress } from '../../components/layout/navigation-progress.tsx';
import { SiteFooter } from '../../components/layout/site-footer.tsx';
import { SiteHeader } from '../../components/layout/site-header.tsx';
import { SkipLink } from '../../components/layout/skip-link.tsx';
import { UserMenu } from '../../features/session/components/user-menu.tsx';
import styles from './customer-layout.module.css';
import { useCustomerSessionExpiry } from './use-customer-session-expiry.ts';

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
