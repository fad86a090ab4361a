import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { SalesFilter } from '../../../api/sales.ts';
import { daysProblem, isSameFilter, monthPresets } from '../lib/sales-filter.ts';

type Props = {
  filter: SalesFilter;
  contests: readonly { value: string; label: string }[];
  isCounting: boolean;
  onFilter: (filter: SalesFilter) => void;
};

/** The filter by contest and days, applied by the button or by choosing a month. */
export const SalesFilterForm = ({ filter, contests, isCounting, onFilter }: Props) => {
  const [draft, setDraft] = useState(filter);
  const [problem, setProblem] = useState<string | null>(null);
  const [applied, setApplied] = useState(filter);
  // A link to other days, or going back, changes the fields.
  if (!isSameFilter(applied, filter)) {
    setApplied(filter);
    setDraft(filter);
    setProblem(null);
  }
  const lastDay = useRef<HTMLInputElement>(null);

  const change = (part: Partial<SalesFilter>) => {
    setDraft((current) => ({ ...current, ...part }));
    setProblem(null);
  };

  const choose = (next: SalesFilter) => {
    setDraft(next);
    setProblem(null);
    onFilter(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = daysProblem(draft);
    setProblem(wrong);
    if (wrong !== null) return lastDay.current?.focus();
    onFilter(draft);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <NativeSelect
            label="大会"
            data={[{ value: '', label: 'すべての大会' }, ...contests]}
            value={draft.contestId}
            onChange={(event) => change({ contestId: event.currentTarget.value })}
            w={{ base: '100%', xs: 300 }}
          />
          <TextInput
            type="date"
            label="開始日"
            value={draft.from}
            onChange={(event) => change({ from: event.currentTarget.value })}
            w={170}
          />
          <TextInput
            ref={lastDay}
            type="date"
            label="終了日"
            value={draft.to}
            error={problem}
            onChange={(event) => change({ to: event.currentTarget.value })}
            w={170}
          />
        </Group>
        <Group gap="sm">
          <Button type="submit" loading={isCounting}>
            フィルター
          </Button>
          {monthPresets(new Date()).map(({ label, from, to }) => (
            <Button key={label} variant="default" onClick={() => choose({ ...draft, from, to })}>
              {label}
            </Button>
          ))}
          <Button variant="subtle" onClick={() => choose({ contestId: '', from: '', to: '' })}>
            条件を解除
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
