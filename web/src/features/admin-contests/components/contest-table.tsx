import { ActionIcon, Button, ScrollArea, Switch, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Contest, UpdateContest } from '@stagereel/contracts';
import { formatDateTime } from '@stagereel/contracts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useDeleteContest } from '../api/delete-contest.ts';
import { useUpdateContest } from '../api/update-contest.ts';

const TRY_AGAIN = 'もう一度お試しください。';

const PublishSwitch = ({ label, isOn, isSaving, onToggle }: { label: string; isOn: boolean; isSaving: boolean; onToggle: () => void }) => (
  <Switch size="md" aria-label={label} label={isOn ? '公開' : '非公開'} checked={isOn} disabled={isSaving} onChange={onToggle} />
);

const ContestRow = ({ contest }: { contest: Contest }) => {
  const update = useUpdateContest();
  const remove = useDeleteContest();
  const [isAsking, asking] = useDisclosure(false);

  const change = (next: UpdateContest) =>
    update.mutate(
      { contestId: contest.id, change: next },
      {
        onSuccess: () => void showToast({ title: '更新しました', message: '大会の状態を更新しました', tone: 'success' }),
        onError: (error) =>
          void showToast({ title: 'エラー', message: `大会の更新に失敗しました: ${userMessageOf(error, TRY_AGAIN)}`, tone: 'error' }),
      },
    );

  // Publishing videos opens the contest to the public; photos change nothing else.
  const toggleVideo = () =>
    change({ videoPublished: !contest.videoPublished, sitePublicStatus: contest.videoPublished ? 'private' : 'public' });

  const deleteContest = () =>
    remove.mutate(contest.id, {
      onSuccess: () => void showToast({ title: '削除しました', message: '大会を削除しました', tone: 'success' }),
      onError: (error) =>
        void showToast({ title: 'エラー', message: `大会の削除に失敗しました: ${userMessageOf(error, TRY_AGAIN)}`, tone: 'error' }),
    });

  return (
    <Table.Tr>
      <Table.Td miw={220}>
        <Text fw={600}>{contest.name}</Text>
        <Text size="xs" c="dimmed">
          {[contest.date, contest.location].filter((part) => part !== '').join(' ・ ')}
        </Text>
        {contest.sitePublicStatus === '公開予約' && contest.scheduledPublishDate && (
          <Text size="xs" c="dimmed">
            {formatDateTime(contest.scheduledPublishDate)} に公開予約
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <PublishSwitch
          label={`${contest.name}の動画を公開`}
          isOn={contest.videoPublished}
          isSaving={update.isPending}
          onToggle={toggleVideo}
        />
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
          onConfirm={deleteContest}
          onClose={asking.close}
        >
          「{contest.name}
          」を、カテゴリ・選手・価格表・カバー画像などの掲載内容ごと削除します。この操作は取り消せません。受け付け済みの注文は残ります。
        </ConfirmDialog>
      </Table.Td>
      <Table.Td>
        <Button
          component={Link}
          to={paths.adminContest.to(contest.id)}
          variant="default"
          size="sm"
          h={44}
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`${contest.name}を編集`}
        >
          編集
        </Button>
      </Table.Td>
    </Table.Tr>
  );
};

export const ContestTable = ({ contests }: { contests: readonly Contest[] }) => (
  <ScrollArea type="auto">
    <Table miw={680} verticalSpacing="sm" highlightOnHover withTableBorder bg="var(--stage-surface)" aria-label="大会の一覧">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>大会名</Table.Th>
          <Table.Th>動画</Table.Th>
          <Table.Th>写真</Table.Th>
          <Table.Th>削除</Table.Th>
          <Table.Th>編集</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {contests.map((contest) => (
          <ContestRow key={contest.id} contest={contest} />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);
