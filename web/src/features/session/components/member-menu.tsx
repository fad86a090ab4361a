import { Button, Menu } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { userOrdersQuery } from '../../../api/orders.ts';
import { memberMenu } from '../../../config/navigation.ts';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { LOG_OUT_FAILED, useLogOut } from '../lib/use-log-out.ts';
import styles from './menu.module.css';

const failureOf = (error: unknown): string => userMessageOf(error, LOG_OUT_FAILED);

/** The signed-in user's menu. */
export const MemberMenu = ({ user }: { user: SessionUser }) => {
  const queryClient = useQueryClient();
  const logOut = useLogOut();
  const shownName = user.email || user.username;

  const refreshOrders = () => void queryClient.invalidateQueries({ queryKey: userOrdersQuery().queryKey });

  // The menu shows the error and the toast announces it, because a menu may not contain a live region.
  const submitLogOut = () => logOut.mutate(undefined, { onError: (error) => void showToast({ message: failureOf(error), tone: 'error' }) });

  return (
    <Menu
      position="bottom-end"
      offset={12}
      shadow="md"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      onOpen={logOut.reset}
    >
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          h={44}
          className={styles.member}
          leftSection={<IconUserCircle size={20} className={styles.wide} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={styles.email}>{shownName}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.whole}>{shownName}</Menu.Label>
        {memberMenu.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to} mih={44} onClick={to === paths.purchaseHistory.to() ? refreshOrders : undefined}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          mih={44}
          leftSection={<IconLogout size={18} aria-hidden />}
          closeMenuOnClick={false}
          onClick={submitLogOut}
          disabled={logOut.isPending}
        >
          ログアウト
        </Menu.Item>
        {logOut.isError && (
          <Menu.Label c="var(--mantine-color-error)" fz="sm">
            {failureOf(logOut.error)}
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
