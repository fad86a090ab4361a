import { NativeSelect, Stack, Text } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { byUrgency, doubtsText, matchWords } from '../lib/bulk-words.ts';
import { videoConcerns } from '../lib/finished-video.ts';
import type { LineMatch } from '../lib/match-videos.ts';
import { subjectOf } from '../lib/order-words.ts';
import styles from './bulk-match-table.module.css';
import type { BulkDelivery } from './use-bulk-delivery.ts';

type BulkTable = BulkDelivery['table'];

const NONE = '';

/** The file of one line: what fits it, and for a line without any the files that are nobody's. */
const FileChoice = ({ match, table }: { match: LineMatch; table: BulkTable }) => {
  const { line, files, doubts } = match;
  const { choices, facts, plan, matches } = table;
  const chosen = choices[line.id] ?? null;
  const options = files.length > 0 ? files : matches.surplus;
  const noFile = table.isSent(line.id) ? '前回届いた動画' : '選択しない';
  // Hundreds of files may be nobody's: they are listed once somebody comes to choose among them.
  const [isWanted, setWanted] = useState(false);
  const listed = files.length > 0 || isWanted ? options : options.filter((index) => index === chosen);
  const want = () => setWanted(true);
  const seen = chosen === null ? null : facts.get(chosen);
  const nameOf = (index: number): string => pathOfFile(table.files[index] ?? new File([], ''));
  const problems = [
    ...(seen ? videoConcerns({ style: line.style, facts: seen }) : []),
    ...(plan.doubled.has(line.id) ? ['同じファイルがほかの注文にも選ばれています'] : []),
  ];
  return (
    <Stack gap={4} w="100%">
      <NativeSelect
        size="sm"
        aria-label={`${line.id} の動画ファイル`}
        value={chosen ?? NONE}
        disabled={options.length === 0}
        data={[
          { value: NONE, label: options.length === 0 ? '該当するファイルがありません' : noFile },
          ...listed.map((index) => ({ value: String(index), label: nameOf(index) })),
        ]}
        error={problems.length > 0 ? problems.join('。') : undefined}
        onFocus={want}
        // Before the list opens, which it may do before the focus is there.
        onPointerDown={want}
        onChange={({ currentTarget: { value } }) => table.settle(line.id, value === NONE ? null : Number(value))}
      />
      {chosen !== null && (
        <span className={styles.chosen} aria-hidden>
          {nameOf(chosen)}
        </span>
      )}
      {doubts.length > 0 && (
        <Text size="xs" c="dimmed">
          {doubtsText(match)}
        </Text>
      )}
    </Stack>
  );
};

const columns = [{ label: '判定', width: 136 }, { label: '注文', width: 264 }, { label: '動画ファイル' }] as const;
/** Pixels: a number, its video in two lines, and beside them the list of files over the name of the chosen one. */
const ROW_HEIGHT = 96;

/** What would be delivered to whom, before anything is. It is long, and drawn anew only when something in it changes. */
export const BulkMatchTable = memo(({ table }: { table: BulkTable }) => {
  const rows = useMemo(() => [...table.matches.lines].sort(byUrgency), [table.matches]);
  return (
    <VirtualTable
      label="注文と動画の照合結果"
      rows={rows}
      keyOf={({ line }) => line.id}
      columns={columns}
      rowHeight={ROW_HEIGHT}
      className={styles.table}
      maxHeight="50vh"
    >
      {(match, rowIndex) => {
        const { line, state } = match;
        return (
          <tr aria-rowindex={rowIndex} className={styles.row}>
            <td>
              <StatusBadge tone={matchWords[state].tone}>{matchWords[state].word}</StatusBadge>
            </td>
            <td>
              <Text size="sm" fw={600}>
                {line.id}
              </Text>
              <Text size="sm">{subjectOf(line)}</Text>
            </td>
            <td>
              <FileChoice match={match} table={table} />
            </td>
          </tr>
        );
      }}
    </VirtualTable>
  );
});

BulkMatchTable.displayName = 'BulkMatchTable';
