import '../../styles/mantine-back-office.css';
import '../../styles/back-office.css';
import { Anchor, Badge, Button, Container, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useLogOutAdmin } from '../../api/admin-session.ts';
import { readinessQuery, shopInfoQuery } from '../../api/shop.ts';
import { BrandMark } from '../../components/layout/brand-mark.tsx';
import { SkipLink } from '../../components/layout/skip-link.tsx';
import { paths } from '../../config/paths.ts';
import { type SignInState, signInNotices } from '../../features/admin-session/lib/sign-in-notice.ts';
import { useSessionCheck } from '../../features/admin-session/lib/use-session-check.ts';
import { adminMarker } from '../../lib/admin-marker.ts';
import { useSessionExpiry } from '../../lib/session-expiry.ts';
import { askToSignInHere, useSignedInHere } from '../../lib/sign-in-here.ts';
import { showToast } from '../../lib/toast.ts';
import styles from './admin-layout.module.css';
import { useLeaveBackOffice } from './use-leave-back-office.ts';

const VARIABLES = ['SELLER_NAME', 'SELLER_REPRESENTATIVE', 'SELLER_ADDRESS', 'SELLER_PHONE', 'SELLER_EMAIL'] as const;

type OperatorWarningProps = { label: string; title: string; children: ReactNode };

/** What the operator has to correct, on every page of the back office. */
const OperatorWarning = ({ label, title, children }: OperatorWarningProps) => (
  <aside aria-label={label}>
    <details className={styles.warning}>
      <summary>
        <Container size="xl" className={styles.warningLine}>
          <IconAlertTriangle size={18} aria-hidden />
          <strong>{title}</strong>
          <span className={styles.warningMore}>詳しく見る</span>
        </Container>
      </summary>
      <Container size="xl" pb="sm">
        {children}
      </Container>
    </details>
  </aside>
);

/** Shown while the shop shows the example seller. */
export const ExampleSellerWarning = () => {
  const { data } = useQuery(shopInfoQuery());
  if (!data?.isExample) return null;
  return (
    <OperatorWarning label="販売者の情報" title="販売者の情報が設定されていません">
      <Anchor href={paths.legalNotice.to()} target="_blank" rel="noopener" inherit>
        特定商取引法に基づく表記（新しいタブで開きます）
      </Anchor>
      などのお客様向けのページに、見本の販売者情報が表示されています。販売を始める前に、ordersサービスの環境変数{' '}
      {VARIABLES.map((name, index) => (
        <span key={name}>
          {index > 0 && '、'}
          <code>{name}</code>
        </span>
      ))}{' '}
      を、すべて設定してください。
    </OperatorWarning>
  );
};

/** Shown while the gateway ignores the addresses that a proxy forwards. */
const UntrustedProxyWarning = () => {
  const { data } = useQuery(readinessQuery());
  if (!data || (data.checks['trustedProxies'] ?? 'ok') === 'ok') return null;
  return (
    <OperatorWarning label="プロキシの設定" title="プロキシが信頼済みとして設定されていません">
      お客様のアドレスを転送しているプロキシが信頼済みではないため、全員が一つのアドレスとして数えられ、まとめて制限されるおそれがあります。
      gatewayサービスの環境変数 <code>TRUSTED_PROXIES</code> に、プロキシのアドレスを設定してください。
    </OperatorWarning>
  );
};

const REDIRECT_DELAY_MS = 1000;

/** The layout of the back office: the signed-in admin, the sign-out button, and the redirect when the session expires. */
export const AdminLayout = () => {
  const navigate = useNavigate();
  const [marker, setMarker] = useState(() => adminMarker.read());
  const leave = useLeaveBackOffice();
  const logOut = useLogOutAdmin({ onLoggedOut: leave });

  const { pathname, search } = useLocation();
  const isLeaving = useRef(false);
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirect.current), []);

  useSessionExpiry(() => {
    if (isLeaving.current || !marker) return;
    adminMarker.remove();
    if (askToSignInHere()) return;
    isLeaving.current = true;
    void showToast({ title: '認証エラー', message: signInNotices.sessionExpired, tone: 'error' });
    const state = { notice: signInNotices.sessionExpired } satisfies SignInState;
    redirect.current = setTimeout(() => void navigate(paths.adminLogin.to(), { replace: true, state }), REDIRECT_DELAY_MS);
  });
  useSessionCheck({ place: `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`, email: marker?.admin.email ?? null });
  useSignedInHere(() => setMarker(adminMarker.read()));

  useEffect(() => {
    if (!marker) return;
    const endMarker = () => {
      const current = adminMarker.read();
      if (current || !askToSignInHere()) setMarker(current);
    };
    const timer = setTimeout(endMarker, adminMarker.timeLeft(marker) + 50);
    return () => clearTimeout(timer);
  }, [marker]);

  if (!marker) {
    const state = { notice: signInNotices.authenticationRequired, from: `${pathname}${search}` } satisfies SignInState;
    return <Navigate to={paths.adminLogin.to()} replace state={state} />;
  }

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
            <Text size="sm" textWrap="nowrap" className={styles.email} title={marker.admin.email}>
              {marker.admin.email}
            </Text>
            <Button
              variant="default"
              size="sm"
              h={44}
              className={styles.logOut}
              leftSection={<IconLogout size={18} aria-hidden />}
              onClick={() => {
                // What is refused from now on did not expire.
                isLeaving.current = true;
                logOut.mutate();
              }}
              loading={logOut.isPending}
            >
              <span className={styles.logOutText}>ログアウト</span>
            </Button>
          </Group>
        </Container>
      </header>
      <ExampleSellerWarning />
      <UntrustedProxyWarning />
      <main id="main" className={styles.main} tabIndex={-1} data-back-office>
        <Outlet />
      </main>
    </>
  );
};
