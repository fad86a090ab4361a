import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { videoTitle } from '../lib/order-texts.ts';
import { videoWarnings } from '../lib/video-metadata.ts';
import styles from './bulk-delivery.module.css';
import { ListAlert } from './list-alert.tsx';
import type { LineMatch } from './match-lines.ts';
import { issuesText, matchLabels } from './texts.ts';
import type { BulkDelivery, BulkReview } from './use-bulk-delivery.ts';

const NONE = '';

/** Selects the file of one line among those that fit it, or, if none fits, among the unmatched files. */
const FileSelect = ({ match, review }: { match: LineMatch; review: BulkReview }) => {
  const { line, files } = match;
  const { choices, inspected, plan, matches } = review;
  const chosen = choices[line.id] ?? null;
  const options = files.length > 0 ? files : matches.unmatchedFiles;
  const noneLabel = review.hasUploadedVideo(line.id) ? '前回届いた動画' : '選択しない';
  // A line without a matching file offers all unmatched files, maybe hundreds. They are rendered only when the admin opens the list.
  const [isOpened, setIsOpened] = useState(false);
  const listed = files.length > 0 || isOpened ? options : options.filter((index) => index === chosen);
  const open = () => setIsOpened(true);
  const metadata = chosen === null ? null : inspected.get(chosen);
  const nameOf = (index: number): string => pathOfFile(review.files[index] ?? new File([], ''));
  const problems = [
    ...(metadata ? videoWarnings({ style: line.style, metadata }) : []),
    ...(plan.conflicting.has(line.id) ? ['同じファイルがほかの注文にも選ばれています'] : []),
  ];
  return (
    <Stack gap={4} w="100%">
      <NativeSelect
        size="sm"
        aria-label={`${line.id} の動画ファイル`}
        value={chosen ?? NONE}
        disabled={options.length === 0}
        data={[
          { value: NONE, label: options.length === 0 ? '該当するファイルがありません' : noneLabel },
          ...listed.map((index) => ({ value: String(index), label: nameOf(index) })),
        ]}
        error={problems.length > 0 ? problems.join('。') : undefined}
        onFocus={open}
        // The list may open before the focus event.
        onPointerDown={open}
        onChange={({ currentTarget: { value } }) => review.choose(line.id, value === NONE ? null : Number(value))}
      />
      {chosen !== null && (
        <span className={styles.chosen} aria-hidden>
          {nameOf(chosen)}
        </span>
      )}
      {match.issues.length > 0 && (
        <Text size="xs" c="dimmed">
          {issuesText(match)}
        </Text>
      )}
    </Stack>
  );
};

/** The lines that the admin must check come first. */
const STATE_ORDER: readonly LineMatch['state'][] = ['ambiguous', 'unclear', 'missing', 'certain'];
const byState = (one: LineMatch, other: LineMatch): number => STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(other.state);

const columns = [{ label: '判定', width: 136 }, { label: '注文', width: 264 }, { label: '動画ファイル' }] as const;
/** Pixels: a line number with two lines of text, next to the select and the name of the chosen file. */
const ROW_HEIGHT = 96;

/** The matched lines with their files. Memoised, because the table is long and the progress changes often. */
const MatchTable = memo(({ review }: { review: BulkReview }) => {
  const rows = useMemo(() => [...review.matches.lines].sort(byState), [review.matches]);
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
              <StatusBadge tone={matchLabels[state].tone}>{matchLabels[state].text}</StatusBadge>
            </td>
            <td>
              <Text size="sm" fw={600}>
                {line.id}
              </Text>
              <Text size="sm">{videoTitle(line)}</Text>
            </td>
            <td>
              <FileSelect match={match} review={review} />
            </td>
          </tr>
        );
      }}
    </VirtualTable>
  );
});

MatchTable.displayName = 'MatchTable';

/** Shows which videos would be delivered to whom, and starts the delivery. */
export const Review = ({ bulk: { review, progress, isInspected, deliver } }: { bulk: BulkDelivery }) => {
  const { plan, matches, files, choices } = review;
  const count = plan.orders.length;
  const isRunning = progress !== null;
  return (
    <Stack gap="md">
      <ListAlert
        title="注文が見つからないファイル（納品されません）"
        items={matches.unmatchedFiles.flatMap((index) => {
          const file = files[index];
          return file && !Object.values(choices).includes(index) ? [pathOfFile(file)] : [];
        })}
      />
      <fieldset disabled={isRunning} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <legend className="visually-hidden">照合結果</legend>
        <MatchTable review={review} />
      </fieldset>
      {plan.incomplete.length > 0 && (
        <Text size="sm">動画がそろっていないため、次の注文は今回は納品されません：{plan.incomplete.join('、')}</Text>
      )}
      <Group justify="flex-end" className={isRunning ? undefined : styles.footer}>
        <Text size="sm" role="status">
          {isInspected ? '' : '選択した動画の向きと長さを確認しています。確認が終わると納品できます。'}
        </Text>
        <Button disabled={count === 0 || plan.conflicting.size > 0 || !isInspected} loading={isRunning} onClick={() => void deliver()}>
          {count}件の注文を納品してメールを送信
        </Button>
      </Group>
    </Stack>
  );
};
