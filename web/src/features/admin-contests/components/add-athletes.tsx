import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type Athlete, type Category, normalise, UNCATEGORISED } from '@stagereel/contracts';
import { IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { type NewAthlete, useAddAthletes } from '../api/add-athletes.ts';
import { newAthletes } from '../lib/athlete-numbers.ts';
import { parseCount } from '../lib/parse-input.ts';

const FAILED = '選手の追加に失敗しました。';

type Props = { contestId: string; athletes: readonly Athlete[] | undefined; categories: readonly Category[] };

/** Adds athletes by number of people, or one with number and name. */
export const AddAthletes = ({ contestId, athletes, categories }: Props) => {
  const add = useAddAthletes(contestId);
  const [count, setCount] = useState('');
  const [bib, setBib] = useState('');
  const [name, setName] = useState('');
  const [category, setCategory] = useState('');
  const [error, setError] = useState<string | null>(null);
  const chosen = category || (categories[0]?.name ?? UNCATEGORISED);

  const send = (rows: readonly NewAthlete[], onDone: () => void) => {
    setError(null);
    add.mutate(rows, {
      onSuccess: ({ created, failed }) => {
        const [first] = failed;
        if (first) setError(`${FAILED}（${failed.length}人）${first.message}`);
        if (created.length === 0) return;
        onDone();
        void showToast({ title: '追加しました', message: `${created.length}人の選手を追加しました`, tone: 'success' });
      },
      onError: (failure) => {
        setError(`${FAILED}${userMessageOf(failure, '')}`);
        void showToast({ title: 'エラー', message: FAILED, tone: 'error' });
      },
    });
  };

  const addByCount = (event: FormEvent) => {
    event.preventDefault();
    const people = parseCount(count);
    if (people === null || !athletes) return setError('正しい人数を入力してください。');
    send(newAthletes({ athletes, categories, count: people }), () => setCount(''));
  };

  const addOne = (event: FormEvent) => {
    event.preventDefault();
    if (normalise(bib) === '') return setError('ゼッケン番号を入力してください。');
    send([{ athleteNumber: bib, name: name.trim() === '' ? null : name.trim(), category: chosen }], () => {
      setBib('');
      setName('');
    });
  };

  return (
    <Stack gap="xs">
      <Group gap="lg" align="flex-end">
        <form onSubmit={addByCount} noValidate>
          <Group gap="xs" align="flex-end">
            <TextInput
              label="追加する人数"
              inputMode="numeric"
              w={130}
              value={count}
              onChange={(event) => setCount(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="light"
              leftSection={<IconUserPlus size={18} aria-hidden />}
              loading={add.isPending}
              disabled={!athletes}
            >
              人数分を追加
            </Button>
          </Group>
        </form>
        <form onSubmit={addOne} noValidate>
          <Group gap="xs" align="flex-end">
            <TextInput label="ゼッケン番号" w={130} maxLength={20} value={bib} onChange={(event) => setBib(event.currentTarget.value)} />
            <TextInput
              label="選手名（任意）"
              w={180}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NativeSelect
              label="カテゴリ"
              w={200}
              data={categories.length === 0 ? [UNCATEGORISED] : categories.map((each) => each.name)}
              value={chosen}
              onChange={(event) => setCategory(event.currentTarget.value)}
            />
            <Button type="submit" variant="light" loading={add.isPending}>
              1人追加
            </Button>
          </Group>
        </form>
      </Group>
      {error && (
        <Text c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
};
