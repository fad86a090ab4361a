import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { SALES_STATUSES } from '@stagereel/contracts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { BulkAction } from '../../../api/admin-athlete-bulk.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { type BulkPrices, readBulkPrices, readBulkStatuses } from '../lib/athlete-input.ts';

export type BulkFormProps = { categories: readonly string[]; count: number; onStart: (action: BulkAction) => void; onClose: () => void };

type FrameProps = {
  count: number;
  /** An error of the form as a whole. */
  problem: string | null;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
};

/** The common frame: fields, the error, and a button with the number of athletes. */
const BulkForm = ({ count, problem, onSubmit, onClose, children }: FrameProps) => (
  <form
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      onSubmit();
    }}
    onKeyDown={keepImeEnter}
    noValidate
  >
    <Stack gap="md">
      {children}
      {problem !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          キャンセル
        </Button>
        <Button type="submit">{count.toLocaleString('ja-JP')}人を変更する</Button>
      </Group>
    </Stack>
  </form>
);

const NO_PRICE = '縦動画・横動画のどちらかの価格を入力してください。';
const priceFields = [
  { name: 'verticalVideoPrice', label: '縦動画の価格（税込）' },
  { name: 'horizontalVideoPrice', label: '横動画の価格（税込）' },
] as const;

/** Sets one price or both; an empty field leaves the athletes' prices unchanged. */
export const BulkPriceForm = ({ count, onStart, onClose }: BulkFormProps) => {
  const [typed, setTyped] = useState<BulkPrices<string>>({ verticalVideoPrice: '', horizontalVideoPrice: '' });
  const [errors, setErrors] = useState<Partial<BulkPrices<string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const inputs = useRef<Partial<Record<keyof BulkPrices<string>, HTMLInputElement | null>>>({});

  const submit = () => {
    const read = readBulkPrices(typed);
    if ('errors' in read) {
      setErrors(read.errors);
      inputs.current[priceFields.find(({ name }) => read.errors[name] !== undefined)?.name ?? 'verticalVideoPrice']?.focus();
      return;
    }
    if (Object.keys(read.change).length === 0) {
      setProblem(NO_PRICE);
      inputs.current.verticalVideoPrice?.focus();
      return;
    }
    onClose();
    onStart({ kind: 'price', change: read.change });
  };

  return (
    <BulkForm count={count} problem={problem} onSubmit={submit} onClose={onClose}>
      {priceFields.map(({ name, label }) => (
        <TextInput
          key={name}
          ref={(input) => {
            inputs.current[name] = input;
          }}
          label={label}
          description="100円単位。空欄のままにすると変更しません。"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          rightSection="円"
          data-autofocus={name === 'verticalVideoPrice' || undefined}
          value={typed[name]}
          error={errors[name]}
          onChange={(event) => {
            setTyped({ ...typed, [name]: event.currentTarget.value });
            setErrors({ ...errors, [name]: undefined });
            setProblem(null);
          }}
        />
      ))}
    </BulkForm>
  );
};

/** Sets the category. */
export const BulkCategoryForm = ({ categories, count, onStart, onClose }: BulkFormProps) => {
  const [category, setCategory] = useState(categories[0] ?? '');
  const submit = () => {
    onClose();
    onStart({ kind: 'category', change: { category } });
  };
  return (
    <BulkForm count={count} problem={null} onSubmit={submit} onClose={onClose}>
      <NativeSelect
        label="変更後のカテゴリ"
        data={[...categories]}
        data-autofocus
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
      />
    </BulkForm>
  );
};

const NO_STATUS = '動画・写真のどちらかの販売状況を選択してください。';
const statusChoices = [{ value: '', label: '変更しない' }, ...SALES_STATUSES.map((status) => ({ value: status, label: status }))];

/** Sets the sales status of the videos, of the photos, or of both. */
export const BulkStatusForm = ({ count, onStart, onClose }: BulkFormProps) => {
  const [chosen, setChosen] = useState({ videoStatus: '', photoStatus: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLSelectElement>(null);

  const choose = (part: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...part });
    setProblem(null);
  };

  const submit = () => {
    const change = readBulkStatuses(chosen);
    if (Object.keys(change).length === 0) {
      setProblem(NO_STATUS);
      first.current?.focus();
      return;
    }
    onClose();
    onStart({ kind: 'status', change });
  };

  return (
    <BulkForm count={count} problem={problem} onSubmit={submit} onClose={onClose}>
      <NativeSelect
        ref={first}
        label="動画の販売状況"
        data={statusChoices}
        data-autofocus
        value={chosen.videoStatus}
        onChange={(event) => choose({ videoStatus: event.currentTarget.value })}
      />
      <NativeSelect
        label="写真の販売状況"
        data={statusChoices}
        value={chosen.photoStatus}
        onChange={(event) => choose({ photoStatus: event.currentTarget.value })}
      />
    </BulkForm>
  );
};
