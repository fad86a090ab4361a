import type { Athlete, Category } from '@stagereel/contracts';
import { useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import type { AthleteSelection } from '../lib/athlete-selection.ts';
import { useAthleteEdits } from '../lib/use-athlete-edits.ts';
import { AthleteRow } from './athlete-row.tsx';
import styles from './athlete-table.module.css';
import { PickBox } from './pick-box.tsx';

const COLUMNS = [
  { label: '番号', width: 110 },
  { label: '選手名', width: 170 },
  { label: 'カテゴリ', width: 240 },
  { label: '動画', width: 136 },
  { label: '写真', width: 136 },
  { label: '縦動画（税込）', width: 124 },
  { label: '横動画（税込）', width: 124 },
  { label: '操作' },
];

const purgeText = ({ athleteNumber, category }: Athlete): string =>
  `番号 ${athleteNumber}（${category}）の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。`;

type Props = {
  contestId: string;
  athletes: readonly Athlete[];
  categories: readonly Category[];
  selection: AthleteSelection;
  /** True during a bulk action. */
  isLocked: boolean;
};

/** A virtualised table of athletes, which are edited in place and selected for bulk actions. */
export const AthleteTable = ({ contestId, athletes, categories, selection, isLocked }: Props) => {
  const region = useRef<HTMLElement>(null);
  // The deleted row contained the focused button, so move the focus to the list.
  const edits = useAthleteEdits({ contestId, onGone: () => region.current?.focus({ preventScroll: true }) });
  /** Not in the row, which the table may unmount at any time. The athlete is kept until the dialog's closing animation ends. */
  const [question, setQuestion] = useState<{ athlete: Athlete; isOpen: boolean } | null>(null);
  const pickAll = (
    <PickBox
      label="表示中の選手をすべて選択"
      checked={selection.isAllShown}
      indeterminate={selection.isSomeShown && !selection.isAllShown}
      disabled={isLocked}
      onChange={selection.pickShown}
    />
  );

  const askToPurge = useCallback((athlete: Athlete) => setQuestion({ athlete, isOpen: true }), []);

  return (
    <>
      <p className="visually-hidden" role="status">
        {edits.saved.size > 0 && '保存しました'}
      </p>
      <VirtualTable
        label="選手の一覧"
        rows={athletes}
        keyOf={({ id }) => id}
        columns={[{ label: '選択', width: 60, heading: pickAll }, ...COLUMNS]}
        minWidth={1290}
        maxHeight="min(70dvh, 760px)"
        className={`dense-rows ${styles.table}`}
        isBusy={isLocked}
        region={region}
      >
        {(athlete, rowIndex) => (
          <AthleteRow
            rowIndex={rowIndex}
            athlete={athlete}
            categories={categories}
            isSaved={edits.saved.has(athlete.id)}
            isPicked={selection.ids.has(athlete.id)}
            isLocked={isLocked}
            failure={edits.failures[athlete.id] ?? null}
            onSave={edits.save}
            onErase={edits.erase}
            onPurge={askToPurge}
            onPick={selection.pick}
          />
        )}
      </VirtualTable>
      {question && (
        <ConfirmDialog
          isOpen={question.isOpen}
          title="完全に削除しますか？"
          confirmLabel="完全に削除する"
          onConfirm={() => edits.erase({ athlete: question.athlete, isPermanent: true })}
          onClose={() => setQuestion({ ...question, isOpen: false })}
        >
          {purgeText(question.athlete)}
        </ConfirmDialog>
      )}
    </>
  );
};
