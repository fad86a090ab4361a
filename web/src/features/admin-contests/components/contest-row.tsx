import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Contest, formatDateTime, type UpdateContest } from '@stagereel/contracts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useDeleteContest, useUpdateContest } from '../../../api/admin-contests.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TouchSwitch } from '../../../components/ui/touch-inputs.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { usePublicationCheck } from '../lib/use-publication-check.ts';
import { PublishQuestion } from './publish-question.tsx';

const deletionText = (name: string): string =>
  `「${name}」を、カテゴリ・選手・価格表・カバー画像などの掲載内容ごと削除します。この操作は取り消せません。受け付け済みの注文は残ります。`;

type SwitchProps = { label: string; isOn: boolean; isSaving: boolean; onToggle: () => void };

/** Not disabled while it saves, so that it keeps the keyboard focus; clicks are ignored then. */
const PublishSwitch = ({ label, isOn, isSaving, onToggle }: SwitchProps) => (
  <TouchSwitch
    aria-label={label}
    label={isOn ? '公開' : '非公開'}
    checked={isOn}
    aria-busy={isSaving}
    onChange={() => {
      if (!isSaving) onToggle();
    }}
  />
);

type Props = { contest: Contest; onDeleted: () => void };

export const ContestRow = ({ contest, onDeleted }: Props) => {
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const update = useUpdateContest();
  const publication = usePublicationCheck();

  const fail = (failed: string) => (error: unknown) => {
    const message = `${failed}: ${userMessageOf(error, 'もう一度お試しください。')}`;
    setFailure(message);
    void showToast({ title: 'エラー', message, tone: 'error' });
  };

  const remove = useDeleteContest({
    onDeleted: () => {
      void showToast({ title: '削除しました', message: '大会を削除しました', tone: 'success' });
      onDeleted();
    },
    onFailed: fail('大会の削除に失敗しました'),
  });

  const change = (next: UpdateContest) => {
    setFailure(null);
    update.mutate(
      { contestId: contest.id, change: next },
      {
        onSuccess: () => void showToast({ title: '更新しました', message: '大会の状態を更新しました', tone: 'success' }),
        onError: fail('大会の更新に失敗しました'),
      },
    );
  };

  // Publishing the videos makes the contest public; publishing photos changes nothing else.
  const toggleVideo = () => {
    if (contest.videoPublished) change({ videoPublished: false, sitePublicStatus: 'private' });
    else void publication.check(contest, () => change({ videoPublished: true, sitePublicStatus: 'public' }));
  };

  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="4px 12px">
          <Text fw={600}>{contest.name}</Text>
          {contest.isComingSoon && <StatusBadge tone="waiting">近日販売</StatusBadge>}
          <Text size="xs" c="dimmed">
            {[contest.date, contest.location].filter((part) => part !== '').join(' ・ ')}
          </Text>
          {contest.sitePublicStatus === '公開予約' && contest.scheduledPublishDate && (
            <Text size="xs" c="dimmed">
              {formatDateTime(contest.scheduledPublishDate)} に公開予約
            </Text>
          )}
        </Group>
        {failure && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <PublishSwitch
          label={`${contest.name}の動画を公開`}
          isOn={contest.videoPublished}
          isSaving={update.isPending || publication.isChecking}
          onToggle={toggleVideo}
        />
        <PublishQuestion {...publication} />
      </Table.Td>
      <Table.Td>
        <PublishSwitch
          label={`${contest.name}の写真を公開`}
          isOn={contest.photoPublished}
          isSaving={update.isPending}
          onToggle={() => change({ photoPublished: !contest.photoPublished })}
        />
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="red"
          size={44}
          aria-label={`${contest.name}を削除`}
          onClick={asking.open}
          loading={remove.isPending}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
        <ConfirmDialog
          isOpen={isAsking}
          title="本当に削除しますか？"
          confirmLabel="削除する"
          onConfirm={() => {
            setFailure(null);
            remove.mutate(contest.id);
          }}
          onClose={asking.close}
        >
          {deletionText(contest.name)}
        </ConfirmDialog>
      </Table.Td>
      <Table.Td>
        <Button
          component={Link}
          to={paths.adminContest.to(contest.id)}
          variant="default"
          size="xs"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`${contest.name}を編集`}
        >
          編集
        </Button>
      </Table.Td>
    </Table.Tr>
  );
};
