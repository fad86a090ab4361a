import { ActionIcon, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type Contest, UNDECIDED_DATE } from '@stagereel/contracts';
import { IconCalendarEvent } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useUpdateContest } from '../../../api/admin-contests.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { agreeIn } from '../../../lib/save-with-version.ts';
import { showToast } from '../../../lib/toast.ts';
import styles from './contest-facts.module.css';
import { EditConflict } from './edit-conflict.tsx';

export type ContestFacts = Pick<Contest, 'date' | 'location'>;

/** What is stored: a contest whose date field is empty has the date 未定. */
export const storedFacts = ({ date, location }: ContestFacts): ContestFacts => ({
  date: date.trim() || UNDECIDED_DATE,
  location: location.trim(),
});

/** `2026-11-08` → `2026年11月8日` */
const dayText = (isoDay: string): string => {
  const [year, month, day] = isoDay.split('-').map(Number);
  return `${year}年${month}月${day}日`;
};

type FieldsProps = ContestFacts & { onChange: (change: Partial<ContestFacts>) => void };

/** Date and place as visitors read them. The date is text, because contests last several days or are not decided; a calendar fills it in. */
export const ContestFactsFields = ({ date, location, onChange }: FieldsProps) => {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <div className={styles.date}>
        <TextInput
          label="開催日"
          placeholder={UNDECIDED_DATE}
          description="例：2026年10月17日・18日"
          autoComplete="off"
          maxLength={60}
          value={date}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
          rightSectionWidth={48}
          rightSection={
            <ActionIcon variant="subtle" size={44} aria-label="開催日をカレンダーから選ぶ" onClick={() => picker.current?.showPicker()}>
              <IconCalendarEvent size={20} aria-hidden />
            </ActionIcon>
          }
        />
        <input
          ref={picker}
          type="date"
          className={styles.picker}
          tabIndex={-1}
          aria-hidden
          onChange={(event) => {
            if (event.currentTarget.value !== '') onChange({ date: dayText(event.currentTarget.value) });
          }}
        />
      </div>
      <TextInput
        label="会場"
        description="例：東京・有明コロシアム"
        autoComplete="off"
        maxLength={120}
        value={location}
        onChange={(event) => onChange({ location: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
};

const FIELDS = ['date', 'location'] as const;
/** The edited facts, and the contest when editing began. */
type Draft = ContestFacts & { seen: Contest };

const draftOf = (contest: Contest): Draft => ({
  date: contest.date === UNDECIDED_DATE ? '' : contest.date,
  location: contest.location,
  seen: contest,
});

/** Edits a contest's date and place. */
export const ContestFactsForm = ({ contest }: { contest: Contest }) => {
  const update = useUpdateContest();
  const [changed, setChanged] = useState<Draft | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const draft = changed ?? draftOf(contest);
  const isOvertaken = !agreeIn({ fields: FIELDS, left: draft.seen, right: contest });

  const giveUp = () => {
    setChanged(null);
    setFailure(null);
  };

  const save = (seen: Contest) => {
    if (update.isPending) return;
    setFailure(null);
    update.mutate(
      { contestId: contest.id, change: storedFacts(draft), seen },
      {
        onSuccess: () => {
          giveUp();
          showToast({ title: '更新しました', message: '開催日と会場を更新しました', tone: 'success' });
        },
        onError: (error) => {
          const message = `大会の更新に失敗しました: ${userMessageOf(error, 'もう一度お試しください。')}`;
          setFailure(message);
          showToast({ title: 'エラー', message, tone: 'error' });
        },
      },
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft.seen);
  };

  return (
    <DataCard title="開催日と会場">
      <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
        <Stack gap="md">
          <ContestFactsFields
            {...draft}
            onChange={(change) => {
              setChanged({ ...draft, ...change });
              setFailure(null);
            }}
          />
          <FormErrors messages={failure ? [failure] : []} />
          {isOvertaken && (
            <EditConflict isSaving={update.isPending} returnTo={saveButton} onTakeTheirs={giveUp} onKeepMine={() => save(contest)}>
              現在の開催日と会場：{[contest.date, contest.location].filter((part) => part !== '').join(' ・ ')}
            </EditConflict>
          )}
          <Group>
            <Button ref={saveButton} type="submit" loading={update.isPending} disabled={changed === null}>
              開催日と会場を保存
            </Button>
          </Group>
        </Stack>
      </form>
    </DataCard>
  );
};
