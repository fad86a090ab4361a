import { Button } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { userOrdersQuery } from '../../../api/orders.ts';
import { Disclosure } from '../../../components/layout/disclosure.tsx';
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

  const submitLogOut = () => logOut.mutate(undefined, { onError: (error) => void showToast({ message: failureOf(error), tone: 'error' }) });

  return (
    <Disclosure
      className={styles.menu}
      panelClassName={`${styles.panel} ${styles.memberPanel}`}
      onOpen={logOut.reset}
      button={(props) => (
        <Button
          {...props}
          variant="default"
          size="sm"
          h={44}
          className={styles.member}
          leftSection={<IconUserCircle size={20} className={styles.wide} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={styles.email}>{shownName}</span>
        </Button>
      )}
    >
      {(close, isOpen) =>
        isOpen && (
          <nav aria-label="会員メニュー">
            <p className={styles.whole}>{shownName}</p>
            <ul className={styles.list}>
              {memberMenu.map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.entry}
                    onClick={() => {
                      if (to === paths.purchaseHistory.to()) refreshOrders();
                      close();
                    }}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
            <hr className={styles.line} />
            <button type="button" className={styles.entry} onClick={submitLogOut} aria-disabled={logOut.isPending || undefined}>
              <IconLogout size={18} aria-hidden />
              ログアウト
            </button>
            {/* The toast announces it. */}
            {logOut.isError && <p className={styles.failure}>{failureOf(logOut.error)}</p>}
          </nav>
        )
      }
    </Disclosure>
  );
};
