import type { UserEntry } from '@stagereel/contracts';
import { adminMarker } from '../../../lib/admin-marker.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useDeleteUser } from '../api/delete-user.ts';

const FAILED = 'ユーザーを削除できませんでした。';

/** Why, where it is known: the last admin stays, for instance. */
const failureOf = (error: unknown): string => `${FAILED}${userMessageOf(error, 'もう一度お試しください。')}`;

/** Somebody else has deleted the account meanwhile: what was wanted has happened. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type Options = { user: UserEntry; onFailure: (message: string | null) => void; onDeleted: () => void; onSelfDeleted: () => void };

export const useUserDeletion = ({ user, onFailure, onDeleted, onSelfDeleted }: Options) => {
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
