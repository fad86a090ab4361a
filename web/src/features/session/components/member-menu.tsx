import { Button, Menu } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { memberMenu } from '../../../config/navigation.ts';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useLogOut } from '../api/log-out.ts';
import styles from './member-menu.module.css';

/** The signed-in person's address, their pages and the way out. */
export const MemberMenu = ({ user }: { user: SessionUser }) => {
  const navigate = useNavigate();
  const logOut = useLogOut({
    onLoggedOut: () => {
      void showToast({ message: 'ログアウトしました。', tone: 'success' });
      void navigate(paths.home.to());
    },
  });
  const shownName = user.email || user.username;

  const submitLogOut = () =>
    logOut.mutate(undefined, {
      onError: (error) =>
        void showToast({ message: userMessageOf(error, 'ログアウトできませんでした。もう一度お試しください。'), tone: 'error' }),
    });

  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          h={44}
          className={styles.trigger}
          leftSection={<IconUserCircle size={20} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={styles.email}>{shownName}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberMenu.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to} mih={44}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item mih={44} leftSection={<IconLogout size={18} aria-hidden />} onClick={submitLogOut} disabled={logOut.isPending}>
          ログアウト
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
