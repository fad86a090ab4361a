import { Button, Group, NativeSelect, Text } from '@mantine/core';
import {
  type Athlete,
  athleteNumberSchema,
  type Category,
  FALLBACK_PRICE,
  SALES_STATUSES,
  shownSalesStatus,
  UNCATEGORISED,
} from '@stagereel/contracts';
import { memo, useState } from 'react';
import type { AthleteChange, Deletion } from '../../../api/admin-athlete-edits.ts';
import { parsePrice } from '../lib/athlete-input.ts';
import styles from './athlete-table.module.css';
import { PickBox } from './pick-box.tsx';
import { TextCell } from './text-cell.tsx';

type AthleteActionsProps = { athlete: Athlete; isLocked: boolean; onRestore: () => void; onDelete: () => void; onPurge: () => void };

/** Deleting can be undone. Erasing a deleted athlete cannot, so the table asks first. */
const AthleteActions = ({ athlete, isLocked, onRestore, onDelete, onPurge }: AthleteActionsProps) => {
  const who = athlete.athleteNumber;
  const size = { size: 'xs', disabled: isLocked } as const;

  if (!athlete.isDeleted) {
    return (
      <Button {...size} variant="subtle" color="red" onClick={onDelete} aria-label={`${who} を削除`}>
        削除
      </Button>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button {...size} variant="light" onClick={onRestore} aria-label={`${who} を復元`}>
        復元
      </Button>
      <Button {...size} variant="subtle" color="red" onClick={onPurge} aria-label={`${who} を完全に削除`}>
        完全削除
      </Button>
    </Group>
  );
};

type Props = {
  rowIndex: number;
  athlete: Athlete;
  categories: readonly Category[];
  isSaved: boolean;
  isPicked: boolean;
  /** True during a bulk action: no athlete can be edited alone. */
  isLocked: boolean;
  /** The error of the last change. */
  failure: string | null;
  onSave: (athleteId: string, change: AthleteChange) => void;
  onErase: (removal: Deletion) => void;
  /** Asks whether to erase a deleted athlete. */
  onPurge: (athlete: Athlete) => void;
  onPick: (athleteId: string, isPicked: boolean) => void;
};

const shownPrice = (price: number | null): string => (price === null ? '' : price.toLocaleString('ja-JP'));

/** The athlete's category stays an option even when the contest no longer has it. */
const categoryNames = ({ athlete, categories }: Pick<Props, 'athlete' | 'categories'>): string[] => [
  ...new Set([athlete.category, ...categories.map(({ name }) => name), ...(categories.length === 0 ? [UNCATEGORISED] : [])]),
];

type StatusCellProps = { label: string; status: string; disabled: boolean; onChange: (status: AthleteChange['videoStatus']) => void };

const StatusCell = ({ label, status, disabled, onChange }: StatusCellProps) => (
  <td data-status={shownSalesStatus(status)}>
    <NativeSelect
      size="sm"
      aria-label={label}
      data={[...SALES_STATUSES]}
      value={shownSalesStatus(status)}
      disabled={disabled}
      onChange={(event) => onChange(shownSalesStatus(event.currentTarget.value))}
    />
  </td>
);

export const AthleteRow = memo((props: Props) => {
  const { rowIndex, athlete, categories, isSaved, isPicked, isLocked, failure, onSave, onErase, onPurge, onPick } = props;
  const { id, athleteNumber: who, isDeleted } = athlete;
  const disabled = isDeleted || isLocked;
  // Without another category, an athlete whose category was deleted could not be restored.
  const needsCategory = isDeleted && athlete.category !== UNCATEGORISED && !categories.some(({ name }) => name === athlete.category);
  // The field stays enabled after the choice, so that it keeps the focus.
  const [choosesCategory, setChoosesCategory] = useState(false);
  if (needsCategory && !choosesCategory) setChoosesCategory(true);

  const saveNumber = (text: string) => {
    const parsed = athleteNumberSchema.safeParse(text);
    if (!parsed.success) return 'ゼッケン番号を入力してください。';
    if (parsed.data !== who) onSave(id, { athleteNumber: parsed.data });
    return null;
  };

  const saveName = (text: string) => {
    onSave(id, { name: text.trim() === '' ? null : text.trim() });
    return null;
  };

  const savePrice = (field: 'verticalVideoPrice' | 'horizontalVideoPrice') => (text: string) => {
    const parsed = parsePrice(text);
    if ('error' in parsed) return parsed.error;
    if (parsed.price !== athlete[field]) onSave(id, { [field]: parsed.price });
    return null;
  };

  const price = { disabled, maxLength: 20, isAmount: true, placeholder: shownPrice(FALLBACK_PRICE) };

  return (
    <>
      <tr
        aria-rowindex={rowIndex}
        className={styles.row}
        data-saved={isSaved || undefined}
        data-selected={isPicked || undefined}
        data-deleted={isDeleted || undefined}
        data-failed={failure !== null || undefined}
      >
        <td>
          <PickBox label={`${who} を選択`} checked={isPicked} disabled={isLocked} onChange={(picked) => onPick(id, picked)} />
        </td>
        <TextCell label={`${who} の番号`} value={who} save={saveNumber} disabled={disabled} maxLength={20} />
        <TextCell label={`${who} の選手名`} value={athlete.name ?? ''} save={saveName} disabled={disabled} maxLength={60} />
        <td>
          <NativeSelect
            size="sm"
            aria-label={`${who} のカテゴリ`}
            data={categoryNames({ athlete, categories })}
            value={athlete.category}
            disabled={isLocked || (isDeleted && !choosesCategory)}
            error={needsCategory}
            title={needsCategory ? 'このカテゴリは削除されています。別のカテゴリを選ぶと復元できます。' : undefined}
            onChange={(event) => onSave(id, { category: event.currentTarget.value })}
          />
        </td>
        <StatusCell
          label={`${who} の動画の販売状況`}
          status={athlete.videoStatus}
          disabled={disabled}
          onChange={(videoStatus) => onSave(id, { videoStatus })}
        />
        <StatusCell
          label={`${who} の写真の販売状況`}
          status={athlete.photoStatus}
          disabled={disabled}
          onChange={(photoStatus) => onSave(id, { photoStatus })}
        />
        <TextCell
          {...price}
          label={`${who} の縦動画の価格`}
          value={shownPrice(athlete.verticalVideoPrice)}
          save={savePrice('verticalVideoPrice')}
        />
        <TextCell
          {...price}
          label={`${who} の横動画の価格`}
          value={shownPrice(athlete.horizontalVideoPrice)}
          save={savePrice('horizontalVideoPrice')}
        />
        <td>
          <AthleteActions
            athlete={athlete}
            isLocked={isLocked}
            onRestore={() => onSave(id, { isDeleted: false })}
            onDelete={() => onErase({ athlete, isPermanent: false })}
            onPurge={() => onPurge(athlete)}
          />
        </td>
      </tr>
      {failure !== null && (
        <tr className={styles.failure}>
          <td colSpan={9}>
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failure}
            </Text>
          </td>
        </tr>
      )}
    </>
  );
});
AthleteRow.displayName = 'AthleteRow';
