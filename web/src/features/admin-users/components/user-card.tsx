import { Button, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatDate, formatDateTime, type UserEntry } from '@stagereel/contracts';
import { IconTrash } from '@tabler/icons-react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { useUserDeletion } from './use-user-deletion.ts';
import styles from './user-card.module.css';

const RoleBadge = ({ isAdmin }: { isAdmin: boolean }) =>
  isAdmin ? <StatusBadge tone="due">管理者</StatusBadge> : <StatusBadge tone="neutral">一般</StatusBadge>;

type Props = {
  user: UserEntry;
  failure: string | null;
  onFailure: (message: string | null) => void;
  onDeleted: () => void;
  onSelfDeleted: () => void;
};

/** One account: whose it is, what it may do, since when, and its end. */
export const UserCard = ({ user, failure, ...callbacks }: Props) => {
  const [isAsking, asking] = useDisclosure(false);
  const { isSelf, isDeleting, run } = useUserDeletion({ user, ...callbacks });
  const shownName = user.email || user.username;

  return (
    <Paper component="article" aria-label={shownName} withBorder radius="md" bg="var(--stage-surface)" className={styles.card}>
      <div className={styles.person}>
        <Text fw={600}>{shownName}</Text>
        {user.name && (
          <Text size="sm" c="dimmed">
            {user.name}
          </Text>
        )}
      </div>
      <div className={styles.role}>
        <RoleBadge isAdmin={user.isAdmin} />
        {isSelf && (
          <Text size="sm" c="dimmed" span>
            ログイン中
          </Text>
        )}
      </div>
      <dl className={styles.dates}>
        <div>
          <dt>登録日</dt>
          <dd>{formatDate(user.createdAt)}</dd>
        </div>
        <div>
          <dt>最終ログイン</dt>
          <dd>{user.lastLoginAt === null ? 'なし' : formatDateTime(user.lastLoginAt)}</dd>
        </div>
      </dl>
      <Button
        variant="default"
        size="sm"
        h={44}
        className={styles.delete}
        leftSection={<IconTrash size={18} aria-hidden />}
        aria-label={`${shownName}を削除`}
        onClick={asking.open}
        loading={isDeleting}
      >
        削除
      </Button>
      {failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className={styles.failure}>
          {failure}
        </Text>
      )}
      <ConfirmDialog isOpen={isAsking} title="ユーザーを削除しますか？" confirmLabel="削除する" onConfirm={run} onClose={asking.close}>
        「{shownName}」のアカウントを削除し、すべての端末からログアウトさせます。この操作は取り消せません。受け付け済みの注文は残ります。
        {isSelf && 'ご自身のアカウントです。削除すると、この画面からもログアウトします。'}
      </ConfirmDialog>
    </Paper>
  );
};
