import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type Athlete, BULK_MAX_IDS, type Category, normalise, UNCATEGORISED } from '@stagereel/contracts';
import { IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { type NewAthlete, useAddAthletes } from '../../../api/admin-athletes.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { parseCount } from '../lib/athlete-input.ts';
import { newAthletes } from '../lib/athlete-numbers.ts';
import styles from './add-athletes.module.css';

const FAILED = '選手の追加に失敗しました。';

/** The state of the form that adds athletes. An error is shown under the first field, which gets the focus. */
const useAthleteAddition = (contestId: string) => {
  const add = useAddAthletes(contestId);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  const refuse = (message: string) => {
    setError(message);
    field.current?.focus();
  };

  const fail = (message: string) => {
    refuse(message);
    void showToast({ title: 'エラー', message, tone: 'error' });
  };

  /** `onDone` is called when at least one athlete was added. */
  const send = (rows: readonly NewAthlete[], onDone: () => void) => {
    if (add.isPending) return;
    setError(null);
    add.mutate(rows, {
      onSuccess: ({ created, failed }) => {
        if (created.length > 0) onDone();
        const [first] = failed;
        if (first) return fail(`${FAILED}（${failed.length}人）${first.message}`);
        field.current?.focus();
        void showToast({ title: '追加しました', message: `${created.length}人の選手を追加しました`, tone: 'success' });
      },
      onError: (failure) => fail(`${FAILED}${userMessageOf(failure, '')}`),
    });
  };

  return { field, error, refuse, clearError: () => setError(null), send, isSending: add.isPending };
};

const TOO_MANY = `一度に追加できるのは${BULK_MAX_IDS.toLocaleString('ja-JP')}人までです。`;

type ByCountProps = { contestId: string; athletes: readonly Athlete[] | undefined; categories: readonly Category[] };

const AddByCount = ({ contestId, athletes, categories }: ByCountProps) => {
  const { field, error, refuse, clearError, send, isSending } = useAthleteAddition(contestId);
  const [count, setCount] = useState('');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const people = parseCount(count);
    if (people === null || !athletes) return refuse('正しい人数を入力してください。');
    if (people > BULK_MAX_IDS) return refuse(TOO_MANY);
    send(newAthletes({ athletes, categories, count: people }), () => setCount(''));
  };

  return (
    <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Group gap="xs" align="flex-start">
        <TextInput
          ref={field}
          label="追加する人数"
          inputMode="numeric"
          w={error ? 240 : 130}
          value={count}
          error={error}
          onChange={(event) => {
            setCount(event.currentTarget.value);
            clearError();
          }}
        />
        <Button
          type="submit"
          variant="light"
          className={styles.beside}
          leftSection={<IconUserPlus size={18} aria-hidden />}
          loading={isSending}
          disabled={!athletes}
        >
          人数分を追加
        </Button>
      </Group>
    </form>
  );
};

const AddOne = ({ contestId, categories }: Omit<ByCountProps, 'athletes'>) => {
  const { field, error, refuse, clearError, send, isSending } = useAthleteAddition(contestId);
  const [bib, setBib] = useState('');
  const [name, setName] = useState('');
  const [picked, setPicked] = useState('');
  const names = categories.length === 0 ? [UNCATEGORISED] : categories.map((category) => category.name);
  const category = names.includes(picked) ? picked : (names[0] ?? UNCATEGORISED);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (normalise(bib) === '') return refuse('ゼッケン番号を入力してください。');
    send([{ athleteNumber: bib, name: name.trim() === '' ? null : name.trim(), category }], () => {
      setBib('');
      setName('');
    });
  };

  return (
    <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Group gap="xs" align="flex-start">
        <TextInput
          ref={field}
          label="ゼッケン番号"
          w={error ? 240 : 130}
          maxLength={20}
          value={bib}
          error={error}
          onChange={(event) => {
            setBib(event.currentTarget.value);
            clearError();
          }}
        />
        <TextInput label="選手名（任意）" w={180} maxLength={60} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <NativeSelect
          label="カテゴリ"
          w={240}
          maw="100%"
          data={names}
          value={category}
          onChange={(event) => setPicked(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" className={styles.beside} loading={isSending}>
          1人追加
        </Button>
      </Group>
    </form>
  );
};

/** Adds a number of athletes, or one athlete with a number and a name. */
export const AddAthletes = (props: ByCountProps) => (
  <Group gap="lg" align="flex-start">
    <AddByCount {...props} />
    <AddOne contestId={props.contestId} categories={props.categories} />
  </Group>
);
