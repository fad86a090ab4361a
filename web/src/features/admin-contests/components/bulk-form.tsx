import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { keepImeEnter } from '../../../lib/ime.ts';
import type { BulkAct } from '../lib/bulk-act.ts';

export type BulkFormProps = { categories: readonly string[]; count: number; onStart: (act: BulkAct) => void; onClose: () => void };

type Props = Pick<BulkFormProps, 'count' | 'onClose'> & {
  /** What is wrong with the form as a whole. */
  problem: string | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** The frame of what is to be set on many athletes: fields, what is wrong, and a button that says how many it changes. */
export const BulkForm = ({ count, problem, onSubmit, onClose, children }: Props) => (
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
