import { Button, Group, NativeSelect } from '@mantine/core';
import {
  type Athlete,
  athleteNumberSchema,
  type Category,
  normalise,
  SALES_STATUSES,
  shownSalesStatus,
  UNCATEGORISED,
} from '@stagereel/contracts';
import { memo } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { isComposingKey } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { useDeleteAthlete } from '../api/delete-athlete.ts';
import { type AthleteChange, useUpdateAthlete } from '../api/update-athlete.ts';
import { parsePrice } from '../lib/parse-input.ts';
import styles from './athlete-table.module.css';
import { TextCell } from './text-cell.tsx';

type Props = {
  rowIndex: number;
  contestId: string;
  athlete: Athlete;
  categories: readonly Category[];
  isSaved: boolean;
  onSaved: (athleteId: string) => void;
};

const shownPrice = (price: number | null): string => (price === null ? '' : price.toLocaleString('ja-JP'));

const statusOptions = SALES_STATUSES.map((status) => ({ value: status, label: status }));

const useRowActions = ({ contestId, athlete, onSaved }: Pick<Props, 'contestId' | 'athlete' | 'onSaved'>) => {
  const update = useUpdateAthlete(contestId);
  const remove = useDeleteAthlete(contestId);

  const fail = (text: string, error: unknown) =>
    void showToast({ title: 'エラー', message: `${text}${userMessageOf(error, '')}`, tone: 'error' });

  const save = (change: AthleteChange, failed = '選手情報の更新に失敗しました。') =>
    update.mutate({ athleteId: athlete.id, change }, { onSuccess: () => onSaved(athlete.id), onError: (error) => fail(failed, error) });

  const erase = (isPermanent: boolean) =>
    remove.mutate(
      { athleteId: athlete.id, isPermanent },
      { onError: (error) => fail(isPermanent ? '選手の完全削除に失敗しました。' : '選手の削除に失敗しました。', error) },
    );

  const savePrice = (field: 'verticalVideoPrice' | 'horizontalVideoPrice') => (text: string) => {
    const parsed = parsePrice(text);
    if ('error' in parsed) return parsed.error;
    save({ [field]: parsed.price });
    return null;
  };
  return { save, erase, savePrice, isErasing: remove.isPending };
};

export const AthleteRow = memo(({ rowIndex, contestId, athlete, categories, isSaved, onSaved }: Props) => {
  const { save, erase, savePrice, isErasing } = useRowActions({ contestId, athlete, onSaved });
  const who = athlete.athleteNumber;
  const names = new Set([athlete.category, ...categories.map(({ name }) => name), ...(categories.length === 0 ? [UNCATEGORISED] : [])]);

  const saveNumber = (text: string) => {
    const parsed = athleteNumberSchema.safeParse(text);
    if (!parsed.success) return 'ゼッケン番号を入力してください。';
    save({ athleteNumber: parsed.data });
    return null;
  };

  const saveName = (text: string) => {
    save({ name: text.trim() === '' ? null : text.trim() });
    return null;
  };

  return (
    <tr
      aria-rowindex={rowIndex}
      className={styles.row}
      data-saved={isSaved || undefined}
      data-deleted={athlete.isDeleted || undefined}
      onKeyDown={(event) => {
        const isEnter = event.key === 'Enter' && !isComposingKey(event.nativeEvent);
        if (isEnter && event.target instanceof HTMLInputElement) event.target.blur();
      }}
    >
      <TextCell label={`${who} の番号`} value={athlete.athleteNumber} save={saveNumber} disabled={athlete.isDeleted} />
      <TextCell label={`${who} の選手名`} value={athlete.name ?? ''} save={saveName} disabled={athlete.isDeleted} maxLength={60} />
      <td>
        <NativeSelect
          size="sm"
          aria-label={`${who} のカテゴリ`}
          data={[...names]}
          value={athlete.category}
          disabled={athlete.isDeleted}
          onChange={(event) => save({ category: event.currentTarget.value }, '選手のカテゴリ更新に失敗しました。')}
        />
      </td>
      <td>
        <NativeSelect
          size="sm"
          aria-label={`${who} の動画の販売状況`}
          data={statusOptions}
          value={shownSalesStatus(athlete.videoStatus)}
          data-status={shownSalesStatus(athlete.videoStatus)}
          disabled={athlete.isDeleted}
          onChange={(event) => save({ videoStatus: shownSalesStatus(event.currentTarget.value) })}
        />
      </td>
      <td>
        <NativeSelect
          size="sm"
          aria-label={`${who} の写真の販売状況`}
          data={statusOptions}
          value={shownSalesStatus(athlete.photoStatus)}
          data-status={shownSalesStatus(athlete.photoStatus)}
          disabled={athlete.isDeleted}
          onChange={(event) => save({ photoStatus: shownSalesStatus(event.currentTarget.value) })}
        />
      </td>
      <TextCell
        label={`${who} の縦動画の価格`}
        value={shownPrice(athlete.verticalVideoPrice)}
        save={savePrice('verticalVideoPrice')}
        disabled={athlete.isDeleted}
        inputMode="numeric"
      />
      <TextCell
        label={`${who} の横動画の価格`}
        value={shownPrice(athlete.horizontalVideoPrice)}
        save={savePrice('horizontalVideoPrice')}
        disabled={athlete.isDeleted}
        inputMode="numeric"
      />
      <td>
        {athlete.isDeleted ? (
          <Group gap={4} wrap="nowrap">
            <Button variant="light" size="xs" h={44} onClick={() => save({ isDeleted: false })} aria-label={`${who} を復元`}>
              復元
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              h={44}
              loading={isErasing}
              onClick={() => erase(true)}
              aria-label={`${who} を完全に削除`}
            >
              完全削除
            </Button>
          </Group>
        ) : (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            h={44}
            loading={isErasing}
            onClick={() => erase(false)}
            aria-label={`${normalise(who)} を削除`}
          >
            削除
          </Button>
        )}
      </td>
    </tr>
  );
});
AthleteRow.displayName = 'AthleteRow';
