import { Button, Group, Stack, Text } from '@mantine/core';
import { type AdminInvitationEntry, formatDateTime } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { invitationsQuery, useChangeInvitation } from '../../../api/admin-invitations.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { RecordTable } from '../../../components/ui/record-table.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useNow } from '../../../lib/use-now.ts';

const TRY_AGAIN = 'もう一度お試しください。';

type ActionTexts = { done: string; failed: string };
const resendTexts: ActionTexts = { done: '招待メールをもう一度送信しました', failed: '招待メールの送信に失敗しました' };
const withdrawTexts: ActionTexts = { done: '招待を取り消しました', failed: '招待の取り消しに失敗しました' };

/** The invitations that nobody has accepted yet, with what an admin can do about them. Renders nothing while there are none. */
export const OpenInvitations = () => {
  const { data, isError, error, refetch, isFetching } = useQuery(invitationsQuery());
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<AdminInvitationEntry | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const now = useNow(data !== undefined && data.length > 0);

  const callbacks = ({ done, failed }: ActionTexts) => ({
    onDone: (email: string) => {
      void showToast({ title: done, message: email, tone: 'success' });
      list.current?.focus();
    },
    onFailed: (email: string, reason: unknown) => {
      const message = userMessageOf(reason, TRY_AGAIN);
      setFailure(`${failed}（${email}）：${message}`);
      void showToast({ title: failed, message, tone: 'error' });
    },
  });
  const resend = useChangeInvitation('resend', callbacks(resendTexts));
  const withdraw = useChangeInvitation('withdraw', callbacks(withdrawTexts));
  const isBusy = resend.isPending || withdraw.isPending;

  const run = (change: typeof resend, invitation: AdminInvitationEntry) => {
    if (isBusy) return;
    setFailure(null);
    change.mutate(invitation);
  };

  if (isError) {
    return (
      <ErrorPanel title="招待の一覧を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
        {userMessageOf(error, TRY_AGAIN)}
      </ErrorPanel>
    );
  }
  if (!data || (data.length === 0 && failure === null)) return null;

  const state = ({ expiresAt }: AdminInvitationEntry) =>
    Date.parse(expiresAt) <= now ? <StatusBadge tone="negative">期限切れ</StatusBadge> : formatDateTime(expiresAt);
  const actions = (invitation: AdminInvitationEntry) => (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        aria-label={`${invitation.email} に招待メールを再送信`}
        onClick={() => run(resend, invitation)}
        loading={resend.isPending && resend.variables.id === invitation.id}
      >
        再送信
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={`${invitation.email} の招待を取り消す`}
        onClick={() => setAsked(invitation)}
        loading={withdraw.isPending && withdraw.variables.id === invitation.id}
      >
        取り消す
      </Button>
    </Group>
  );

  return (
    <DataCard title="招待中の管理者">
      <Stack gap="sm" ref={list} tabIndex={-1} className="dense-rows">
        <FormErrors messages={failure === null ? [] : [failure]} />
        <RecordTable
          label="招待中の管理者"
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { label: 'メールアドレス', cell: ({ email }) => email },
            { label: '会員アカウント', cell: ({ hasAccount }) => (hasAccount ? 'あり（管理者に変わります）' : 'なし') },
            { label: '招待した管理者', cell: ({ invitedBy }) => invitedBy },
            { label: '有効期限', cell: state },
            { label: '操作', cell: actions },
          ]}
        />
      </Stack>
      <ConfirmDialog
        isOpen={asked !== null}
        title="招待を取り消しますか？"
        confirmLabel="取り消す"
        onConfirm={() => asked && run(withdraw, asked)}
        onClose={() => setAsked(null)}
      >
        <Text span inherit fw={700}>
          {asked?.email}
        </Text>{' '}
        に送信したリンクは使えなくなります。
      </ConfirmDialog>
    </DataCard>
  );
};
