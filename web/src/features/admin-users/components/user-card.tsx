import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatDate, formatDateTime, type UserEntry } from '@stagereel/contracts';
import { IconTrash } from '@tabler/icons-react';
import { useDeleteUser } from '../../../api/users.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { adminMarker } from '../../../lib/admin-marker.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import styles from './user-card.module.css';

const FAILED = 'ユーザーを削除できませんでした。';

/** The reason, if known: for example that the last admin cannot be deleted. */
const failureOf = (error: unknown): string => `${FAILED}${userMessageOf(error, 'もう一度お試しください。')}`;

/** Somebody else deleted the account meanwhile, so the goal is reached. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type Options = { user: UserEntry; onFailure: (message: string | null) => void; onDeleted: () => void; onSelfDeleted: () => void };

const useUserDeletion = ({ user, onFailure, onDeleted, onSelfDeleted }: Options) => {
  const isSelf = adminMarker.read()?.admin.email === user.email;

  const succeed = () => {
    if (isSelf) {
      void showToast({ message: 'アカウントが削除されたため、ログアウトしました', tone: 'success' });
      return onSelfDeleted();
    }
    void showToast({ message: 'ユーザーを削除しました', tone: 'success' });
    onDeleted();
  };

  const remove = useDeleteUser({
    isSelf,
    onDeleted: succeed,
    onFailed: (error) => {
      if (isGone(error) && !isSelf) return succeed();
      const message = failureOf(error);
      onFailure(message);
      void showToast({ title: '削除に失敗しました', message, tone: 'error' });
    },
  });

  const run = () => {
    if (remove.isPending) return;
    onFailure(null);
    remove.mutate(user.id);
  };

  return { isSelf, isDeleting: remove.isPending, run };
};

const RoleBadge = ({ isAdmin }: { isAdmin: boolean }) =>
  isAdmin ? <StatusBadge tone="due">管理者</StatusBadge> : <StatusBadge tone="neutral">一般</StatusBadge>;

/** Offers no deletion, because the server would refuse it. */
const LastAdminDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="このユーザーは削除できません">
    <Stack gap="lg">
      <Text>
        最後の管理者は削除できません。管理者がいなくなると、注文への対応も納品もできなくなります。先に「管理者を招待」から、ほかの管理者を登録してください。
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          閉じる
        </Button>
      </Group>
    </Stack>
  </Dialog>
);

type Props = {
  user: UserEntry;
  isLastAdmin: boolean;
  failure: string | null;
  onFailure: (message: string | null) => void;
  onDeleted: () => void;
  onSelfDeleted: () => void;
};

/** One account: its address, role, creation date and delete button. */
export const UserCard = ({ user, isLastAdmin, failure, ...callbacks }: Props) => {
  const [isAsking, asking] = useDisclosure(false);
  const { isSelf, isDeleting, run } = useUserDeletion({ user, ...callbacks });
  const shownName = user.email || user.username;

  return (
    <Paper
      component="article"
      aria-label={shownName}
      withBorder
      radius="md"
      bg="var(--stage-surface)"
      className={`${styles.card} dense-rows`}
    >
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
      {isLastAdmin ? (
        <LastAdminDialog isOpen={isAsking} onClose={asking.close} />
      ) : (
        <ConfirmDialog isOpen={isAsking} title="ユーザーを削除しますか？" confirmLabel="削除する" onConfirm={run} onClose={asking.close}>
          「{shownName}」のアカウントを削除し、すべての端末からログアウトさせます。この操作は取り消せません。受け付け済みの注文は残ります。
          {isSelf && 'ご自身のアカウントです。削除すると、この画面からもログアウトします。'}
        </ConfirmDialog>
      )}
    </Paper>
  );
};
