import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type NewContest, useCreateContest } from '../../../api/admin-contests.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { ContestFactsFields, storedFacts } from './contest-facts.tsx';

const EMPTY: NewContest = { name: '', date: '', location: '' };

export const AddContestDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const create = useCreateContest();
  const [contest, setContest] = useState(EMPTY);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const change = (part: Partial<NewContest>) => setContest((known) => ({ ...known, ...part }));

  /** What was entered is kept when the dialog closes, so an accidental click outside loses nothing. */
  const close = () => {
    setError(null);
    onClose();
  };

  const refuse = (title: string, message: string) => {
    setError(message);
    field.current?.focus();
    void showToast({ title, message, tone: 'error' });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const name = contest.name.trim();
    if (name === '') return refuse('入力エラー', '大会名を入力してください');
    create.mutate(
      { name, ...storedFacts(contest) },
      {
        onSuccess: () => {
          void showToast({ title: '追加しました', message: '新しい大会を追加しました', tone: 'success' });
          setContest(EMPTY);
          close();
        },
        onError: (failure) => refuse('エラー', `大会の追加に失敗しました: ${userMessageOf(failure, 'もう一度お試しください。')}`),
      },
    );
  };

  return (
    <Dialog isOpen={isOpen} onClose={close} title="新規大会を追加">
      <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
        <Stack gap="md">
          <TextInput
            ref={field}
            data-autofocus
            label={<FieldLabel required>大会名</FieldLabel>}
            description="追加した直後は非公開です。"
            required
            withAsterisk={false}
            maxLength={120}
            value={contest.name}
            error={error}
            onChange={(event) => {
              change({ name: event.currentTarget.value });
              setError(null);
            }}
          />
          <ContestFactsFields {...contest} onChange={change} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              キャンセル
            </Button>
            <Button type="submit" loading={create.isPending}>
              追加する
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
