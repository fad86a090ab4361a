import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useUpdateContest } from '../../../api/admin-contests.ts';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { isComposingKey } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { EditConflict } from './edit-conflict.tsx';

/** The edited name, and the contest when editing began. */
type Draft = { name: string; seen: Contest };

const FAILED = '大会名の更新に失敗しました。';

/** The contest's name, edited in place: Enter saves and Escape cancels, except during an input method's conversion. */
export const ContestNameEditor = ({ contest }: { contest: Contest }) => {
  const update = useUpdateContest();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [error, setError] = useState<string | null>(null);
  const returnsFocus = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);

  const stop = () => {
    returnsFocus.current = true;
    setDraft(null);
    setError(null);
  };

  const save = (seen = draft?.seen) => {
    if (update.isPending) return;
    const name = draft?.name.trim() ?? '';
    if (name === '') return setError('大会名を入力してください。');
    if (name === contest.name || !seen) return stop();
    update.mutate(
      { contestId: contest.id, change: { name }, seen },
      {
        onSuccess: () => {
          stop();
          void showToast({ title: '更新しました', message: '大会名を更新しました', tone: 'success' });
        },
        onError: (failure) => {
          setError(`${FAILED}${userMessageOf(failure, '')}`);
          void showToast({ title: 'エラー', message: FAILED, tone: 'error' });
        },
      },
    );
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') stop();
  };

  const isEditing = draft !== null;
  const isOvertaken = isEditing && draft.seen.name !== contest.name && draft.name.trim() !== contest.name;

  return (
    <Group gap="sm" align={isEditing ? 'flex-start' : 'center'} wrap={isEditing ? 'wrap' : 'nowrap'}>
      <PageTitle documentTitle={`${contest.name}の編集`} className={isEditing ? 'visually-hidden' : undefined}>
        {contest.name}
      </PageTitle>
      {isEditing ? (
        <>
          <TextInput
            aria-label="大会名"
            autoFocus
            maxLength={120}
            flex={1}
            miw={240}
            maw={560}
            value={draft.name}
            error={error}
            onChange={(event) => {
              setDraft({ ...draft, name: event.currentTarget.value });
              setError(null);
            }}
            onKeyDown={onKeyDown}
          />
          <Button onClick={() => save()} loading={update.isPending}>
            保存
          </Button>
          <Button variant="default" onClick={stop}>
            キャンセル
          </Button>
          {isOvertaken && (
            <EditConflict isSaving={update.isPending} returnTo={pencil} onTakeTheirs={stop} onKeepMine={() => save(contest)}>
              現在の大会名：{contest.name}
            </EditConflict>
          )}
        </>
      ) : (
        <ActionIcon
          // Return the focus to the button that started editing.
          ref={(button) => {
            pencil.current = button;
            if (button && returnsFocus.current) button.focus();
            returnsFocus.current = false;
          }}
          variant="subtle"
          size={44}
          aria-label="大会名を編集"
          onClick={() => setDraft({ name: contest.name, seen: contest })}
        >
          <IconPencil size={20} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
};
