import { Text } from '@mantine/core';
import type { RosterPreview } from '@stagereel/contracts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import styles from './roster-rows.module.css';

type Row = RosterPreview['rows'][number];

const COLUMNS = [
  { label: '行', width: 56 },
  { label: '番号', width: 84 },
  { label: '氏名', width: 130 },
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

/** What each row of the file would do, or did. */
export const RosterRows = ({ rows }: { rows: readonly Row[] }) => (
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
