import { Button, Stack, Text } from '@mantine/core';
import { DAY, DEAD_LETTER_SECONDS, type DeadLetterView, formatDateTime } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deadLettersQuery, useReplayDeadLetter } from '../../../api/dead-letters.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import classes from './dead-letters.module.css';

const TITLE = '処理できなかった通知';

/** In minutes, hours or days, as an operator thinks about it. */
const ageOf = (failedAt: string): string => {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(failedAt)) / 60_000));
  if (minutes < 60) return `${minutes}分前`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}時間前` : `${Math.floor(minutes / (24 * 60))}日前`;
};

const columns: readonly Column<DeadLetterView>[] = [
  {
    label: '発生日時',
    cell: ({ failedAt }) => (failedAt === null ? '不明' : `${formatDateTime(failedAt)}（${ageOf(failedAt)}）`),
  },
  { label: '通知', cell: ({ type }) => <span className={classes.code}>{type || '不明'}</span> },
  { label: '処理先', cell: ({ queue }) => <span className={classes.code}>{queue}</span> },
  { label: '理由', cell: ({ reason }) => <span className={classes.code}>{reason}</span> },
];

type LetterTableProps = { letters: readonly DeadLetterView[]; total: number };

const LetterTable = ({ letters, total }: LetterTableProps) => {
  const [asked, setAsked] = useState<DeadLetterView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { mutate, isPending, variables } = useReplayDeadLetter({
    onReplayed: ({ queue }) => {
      void showToast({ title: '処理をやり直しています', message: queue, tone: 'success' });
      // The row of the focused button disappears.
      list.current?.focus();
    },
    onFailed: (error) => setFailure(`やり直せませんでした：${userMessageOf(error, 'もう一度お試しください。')}`),
  });

  const replay = (letter: DeadLetterView) => {
    if (isPending) return;
    setFailure(null);
    mutate({ queue: letter.queue, messageId: letter.messageId });
  };
  const act = (letter: DeadLetterView) =>
    letter.messageId === '' ? (
      '–'
    ) : (
      <Button
        variant="default"
        size="sm"
        h={44}
        aria-label={`${letter.queue} の ${letter.type} をやり直す`}
        onClick={() => setAsked(letter)}
        loading={isPending && variables.queue === letter.queue && variables.messageId === letter.messageId}
      >
        やり直す
      </Button>
    );

  return (
    <Stack gap="sm" ref={list} tabIndex={-1}>
      <FormErrors messages={failure === null ? [] : [failure]} />
      <RecordTable
        label={TITLE}
        rows={letters}
        keyOf={({ queue, messageId }, index) => `${queue} ${messageId} ${messageId === '' ? index : ''}`}
        columns={[...columns, { label: '操作', cell: act }]}
      />
      {total > letters.length && (
        <Text size="sm" c="dimmed">
          全{total}件のうち、古いものから{letters.length}件を表示しています。
        </Text>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title="処理をやり直しますか？"
        confirmLabel="やり直す"
        onConfirm={() => asked && replay(asked)}
        onClose={() => setAsked(null)}
      >
        <strong>{asked?.type}</strong> を {asked?.queue} でもう一度処理します。先に、障害の原因が取り除かれていることを確かめてください。
      </ConfirmDialog>
    </Stack>
  );
};

/** Messages between the services that could not be processed, without their contents. */
export const DeadLetters = () => {
  const { data, isError, error, isFetching, refetch } = useQuery(deadLettersQuery());
  if (isError) {
    return (
      <ErrorPanel title="処理できなかった通知を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
        {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
      </ErrorPanel>
    );
  }
  return (
    <DataCard title={TITLE}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          障害などのため、メールの送信や記録ができなかった、サービス間の通知です。発生から{DEAD_LETTER_SECONDS / DAY}
          日が過ぎると、自動で削除されます。個人情報を含む内容は表示しません。
        </Text>
        {!data && <LoadingText>読み込み中...</LoadingText>}
        {data?.letters.length === 0 && <Text>処理できなかった通知はありません。</Text>}
        {data && data.letters.length > 0 && <LetterTable {...data} />}
      </Stack>
    </DataCard>
  );
};
