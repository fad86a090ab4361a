import { Badge, Button, Container, Group, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, Outlet, useNavigate } from 'react-router-dom';
import { BrandMark } from '../../components/layout/brand-mark.tsx';
import { SkipLink } from '../../components/layout/skip-link.tsx';
import { paths } from '../../config/paths.ts';
import { useLogOutAdmin } from '../../features/admin-session/api/log-out-admin.ts';
import { signInNotices, withNotice } from '../../features/admin-session/lib/sign-in-notice.ts';
import { adminMarker } from '../../lib/admin-marker.ts';
import { useSessionExpiry } from '../../lib/session-expiry.ts';
import { showToast } from '../../lib/toast.ts';
import styles from './admin-layout.module.css';
import { ExampleSellerWarning } from './example-seller-warning.tsx';
import { useLeaveBackOffice } from './use-leave-back-office.ts';

const REDIRECT_DELAY_MS = 1000;

const sayAuthenticationRequired = (message: string): void => void showToast({ title: '認証エラー', message, tone: 'error' });

/** The back office's frame: who is signed in, the way out, and the way to the sign-in when the session is over. */
export const AdminLayout = () => {
  const navigate = useNavigate();
  const [marker, setMarker] = useState(() => adminMarker.read());
  const leave = useLeaveBackOffice();
  const logOut = useLogOutAdmin({ onLoggedOut: leave });

  useSessionExpiry(() => {
    if (!adminMarker.read()) return;
    adminMarker.remove();
    sayAuthenticationRequired(signInNotices.sessionExpired);
    const state = withNotice(signInNotices.sessionExpired);
    setTimeout(() => void navigate(paths.adminLogin.to(), { replace: true, state }), REDIRECT_DELAY_MS);
  });

  useEffect(() => {
    if (!marker) {
      sayAuthenticationRequired(signInNotices.authenticationRequired);
      return;
    }
    const timer = setTimeout(() => setMarker(adminMarker.read()), adminMarker.timeLeft(marker) + 50);
    return () => clearTimeout(timer);
  }, [marker]);

  if (!marker) return <Navigate to={paths.adminLogin.to()} replace state={withNotice(signInNotices.authenticationRequired)} />;

  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <Container size="xl" className={styles.bar}>
          <Link to={paths.admin.to()} className={styles.brand}>
            <BrandMark />
            <span className={styles.wide}>StageReel</span>
            <Badge variant="light" tt="none" radius="sm">
              管理画面
            </Badge>
          </Link>
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Text size="sm" className={styles.email} title={marker.admin.email}>
              {marker.admin.email}
            </Text>
            <Button
              variant="default"
              size="sm"
              h={44}
              className={styles.logOut}
              leftSection={<IconLogout size={18} aria-hidden />}
              onClick={() => logOut.mutate()}
              loading={logOut.isPending}
            >
              <span className={styles.logOutText}>ログアウト</span>
            </Button>
          </Group>
        </Container>
      </header>
      <ExampleSellerWarning />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
};
