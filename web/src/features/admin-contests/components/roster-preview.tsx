import { Stack, Text } from '@mantine/core';
import type { RosterPreview as Preview } from '@stagereel/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TouchSwitch } from '../../../components/ui/touch-inputs.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import styles from './roster-preview.module.css';

type Row = Preview['rows'][number];

const COLUMNS = [
  { label: '行', width: 56 },
  { label: '番号', width: 84 },
  { label: '選手名', width: 130 },
  { label: 'カテゴリ', width: 170 },
  { label: '内容' },
];

const actions = {
  create: { text: '追加', tone: 'positive' },
  update: { text: '更新', tone: 'waiting' },
  same: { text: '変更なし', tone: 'neutral' },
  refused: { text: '取り込めません', tone: 'negative' },
} as const satisfies Record<Row['action'], { text: string; tone: string }>;

const Cells = ({ row }: { row: Row }) => (
  <>
    <td>{row.row}</td>
    <td>{row.athleteNumber}</td>
    <td>{row.name}</td>
    <td>{row.category}</td>
    <td>
      <StatusBadge tone={actions[row.action].tone}>{actions[row.action].text}</StatusBadge>
      {row.errors.map((error) => (
        <Text key={error} size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      ))}
    </td>
  </>
);

/** The result of each row of the file, or its preview. */
const RosterRows = ({ rows }: { rows: readonly Row[] }) => (
  <VirtualTable
    label="CSVファイルの内容"
    rows={rows}
    keyOf={({ row }) => row}
    columns={COLUMNS}
    rowHeight={44}
    minWidth={680}
    maxHeight="min(44dvh, 420px)"
    className={styles.table}
  >
    {(row, rowIndex) => (
      <tr aria-rowindex={rowIndex}>
        <Cells row={row} />
      </tr>
    )}
  </VirtualTable>
);

type Props = { fileName: string; preview: Preview; onlyRefused: boolean; onFilter: (onlyRefused: boolean) => void };

const countText = ({ counts }: Preview): string =>
  `追加 ${counts.create}人 ・ 更新 ${counts.update}人 ・ 変更なし ${counts.same}人 ・ 取り込めない行 ${counts.refused}行`;

/** The result of an import, or its preview: the counts, then every row. */
export const RosterPreview = ({ fileName, preview, onlyRefused, onFilter }: Props) => {
  const { rows, counts, ignoredColumns } = preview;
  const shown = useMemo(() => (onlyRefused ? rows.filter(({ action }) => action === 'refused') : rows), [rows, onlyRefused]);
  const summary = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so the summary takes the focus and is announced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with every response
  useEffect(() => summary.current?.focus(), [preview]);

  return (
    <Stack gap="sm">
      <div ref={summary} tabIndex={-1} role="status">
        <Text fw={600}>{countText(preview)}</Text>
        <Text size="sm" c="dimmed">
          {fileName}（{preview.encoding}）
        </Text>
      </div>
      {ignoredColumns.length > 0 && <Text size="sm">取り込まない列：{ignoredColumns.join('、')}</Text>}
      {counts.refused > 0 && (
        <TouchSwitch label="取り込めない行だけを表示" checked={onlyRefused} onChange={(event) => onFilter(event.currentTarget.checked)} />
      )}
      <RosterRows rows={shown} />
    </Stack>
  );
};
