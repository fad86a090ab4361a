import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { BulkAct, BulkKind } from '../lib/bulk-act.ts';
import { bulkWords } from '../lib/bulk-words.ts';
import { BulkCategoryForm } from './bulk-category-form.tsx';
import type { BulkFormProps } from './bulk-form.tsx';
import { BulkPriceForm } from './bulk-price-form.tsx';
import { BulkStatusForm } from './bulk-status-form.tsx';

/** How many athletes of those that are picked an act is for. */
export type BulkQuestion = { kind: BulkKind; targetCount: number; pickedCount: number };

type Props = {
  /** The last that was asked; it stays in sight while its window closes. */
  question: BulkQuestion | null;
  isOpen: boolean;
  categories: readonly string[];
  onStart: (act: BulkAct) => void;
  onClose: () => void;
  onClosed: () => void;
};

const people = (count: number): string => `${count.toLocaleString('ja-JP')}人`;

const forms = [
  { kind: 'price', Form: BulkPriceForm },
  { kind: 'category', Form: BulkCategoryForm },
  { kind: 'status', Form: BulkStatusForm },
] as const satisfies readonly { kind: BulkKind; Form: ComponentType<BulkFormProps> }[];

const confirmations = [
  {
    act: { kind: 'delete', change: { isDeleted: true } },
    title: '選手をまとめて削除しますか？',
    text: (count: number) =>
      `${people(count)}の選手を削除します。お客様には表示されなくなり、注文もできなくなります。あとから復元できます。`,
    confirm: (count: number) => `${people(count)}を削除する`,
  },
  {
    act: { kind: 'purge' },
    title: '選手をまとめて完全に削除しますか？',
    text: (count: number) => `${people(count)}の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。`,
    confirm: (count: number) => `${people(count)}を完全に削除する`,
  },
] as const satisfies readonly { act: BulkAct; title: string; text: (count: number) => string; confirm: (count: number) => string }[];

const noteOf = (question: BulkQuestion | null): string => {
  const others = question === null ? 0 : question.pickedCount - question.targetCount;
  if (others === 0) return '';
  return question?.kind === 'purge'
    ? `選択中の、削除されていない${people(others)}はそのまま残ります。`
    : `選択中の、削除済みの${people(others)}は対象外です。`;
};

/** What is asked before something is done to all athletes that are picked: what to set, or whether it is meant. */
export const BulkDialogs = ({ question, isOpen, categories, onStart, onClose, onClosed }: Props) => {
  const count = question?.targetCount ?? 0;
  const note = noteOf(question);
  const windowOf = (kind: BulkKind) => ({ isOpen: isOpen && question?.kind === kind, onClose, onClosed });

  return (
    <>
      {forms.map(({ kind, Form }) => (
        <Dialog key={kind} {...windowOf(kind)} title={`${bulkWords[kind].button}（${people(count)}）`}>
          {note !== '' && (
            <Text size="sm" mb="md">
              {note}
            </Text>
          )}
          <Form categories={categories} count={count} onStart={onStart} onClose={onClose} />
        </Dialog>
      ))}
      {confirmations.map(({ act, title, text, confirm }) => (
        <ConfirmDialog key={act.kind} {...windowOf(act.kind)} title={title} confirmLabel={confirm(count)} onConfirm={() => onStart(act)}>
          {text(count)}
          {note}
        </ConfirmDialog>
      ))}
    </>
  );
};
