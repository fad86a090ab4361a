import { Alert, Button, Paper, Text } from '@mantine/core';
import { IconAlertCircle, IconDeviceMobile, IconHome, IconShieldSearch } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { useSecurityAccess } from '../../features/admin-security/lib/use-security-access.ts';
import styles from './dashboard-tools.module.css';

const links = [
  { label: '二段階認証の設定', to: paths.adminTwoFactorSetup.to(), icon: IconDeviceMobile },
  { label: 'トップページに戻る', to: paths.home.to(), icon: IconHome },
] as const;

const look = {
  variant: 'default',
  size: 'sm',
  classNames: { root: styles.tool, inner: styles.inner, section: styles.icon, label: styles.label },
};

/** A rail at the side of the dashboard, or a bar at its bottom: the security page, two-factor setup and the shop. */
export const DashboardLinks = () => {
  const security = useSecurityAccess();
  return (
    <nav className={styles.tools} aria-label="管理ツール">
      {security.failure && (
        <Paper shadow="md" radius="md" className={styles.failure}>
          <Alert
            color="red"
            variant="light"
            role="alert"
            icon={<IconAlertCircle aria-hidden />}
            title={security.failure.title}
            withCloseButton
            closeButtonLabel="閉じる"
            onClose={security.forgetFailure}
            classNames={{ closeButton: styles.close }}
          >
            <Text>{security.failure.detail}</Text>
          </Alert>
        </Paper>
      )}
      <div className={styles.bar}>
        <Button {...look} leftSection={<IconShieldSearch size={20} aria-hidden />} onClick={security.open} loading={security.isChecking}>
          セキュリティ監視
        </Button>
        {links.map(({ label, to, icon: ToolIcon }) => (
          <Button key={to} {...look} component={Link} to={to} leftSection={<ToolIcon size={20} aria-hidden />}>
            {label}
          </Button>
        ))}
      </div>
    </nav>
  );
};
