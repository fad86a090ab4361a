import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import type { BulkAction, BulkKind } from '../../../api/admin-athlete-bulk.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { bulkWords } from '../lib/bulk-words.ts';
import { BulkCategoryForm, type BulkFormProps, BulkPriceForm, BulkStatusForm } from './bulk-forms.tsx';

/** A dialog's request; `targetCount`: the selected athletes that the action applies to. */
export type BulkRequest = { kind: BulkKind; targetCount: number; pickedCount: number };

type Props = {
  /** The last request; it stays visible while its dialog closes. */
  request: BulkRequest | null;
  isOpen: boolean;
  categories: readonly string[];
  onStart: (action: BulkAction) => void;
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
    action: { kind: 'delete', change: { isDeleted: true } },
    title: '選手をまとめて削除しますか？',
    text: (count: number) =>
      `${people(count)}の選手を削除します。お客様には表示されなくなり、注文もできなくなります。あとから復元できます。`,
    confirm: (count: number) => `${people(count)}を削除する`,
  },
  {
    action: { kind: 'purge' },
    title: '選手をまとめて完全に削除しますか？',
    text: (count: number) => `${people(count)}の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。`,
    confirm: (count: number) => `${people(count)}を完全に削除する`,
  },
] as const satisfies readonly { action: BulkAction; title: string; text: (count: number) => string; confirm: (count: number) => string }[];

const noteOf = (request: BulkRequest | null): string => {
  const others = request === null ? 0 : request.pickedCount - request.targetCount;
  if (others === 0) return '';
  return request?.kind === 'purge'
    ? `選択中の、削除されていない${people(others)}はそのまま残ります。`
    : `選択中の、削除済みの${people(others)}は対象外です。`;
};

/** The dialogs before a bulk action: a form with the new values, or a confirmation. */
export const BulkDialogs = ({ request, isOpen, categories, onStart, onClose, onClosed }: Props) => {
  const count = request?.targetCount ?? 0;
  const note = noteOf(request);
  const dialogOf = (kind: BulkKind) => ({ isOpen: isOpen && request?.kind === kind, onClose, onClosed });

  return (
    <>
      {forms.map(({ kind, Form }) => (
        <Dialog key={kind} {...dialogOf(kind)} title={`${bulkWords[kind].button}（${people(count)}）`}>
          {note !== '' && (
            <Text size="sm" mb="md">
              {note}
            </Text>
          )}
          <Form categories={categories} count={count} onStart={onStart} onClose={onClose} />
        </Dialog>
      ))}
      {confirmations.map(({ action, title, text, confirm }) => (
        <ConfirmDialog
          key={action.kind}
          {...dialogOf(action.kind)}
          title={title}
          confirmLabel={confirm(count)}
          onConfirm={() => onStart(action)}
        >
          {text(count)}
          {note}
        </ConfirmDialog>
      ))}
    </>
  );
};
