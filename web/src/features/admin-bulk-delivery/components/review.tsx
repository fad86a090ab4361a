import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { IconSparkles } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { videoKey } from '../../../components/admin-order/order-groups.ts';
import { videoTitle } from '../../../components/admin-order/order-texts.ts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import styles from './bulk-delivery.module.css';
import { ListAlert } from './list-alert.tsx';
import type { ReviewGroup, ReviewRow } from './review-rows.ts';
import { keptTitle, reviewLabels, unknownHint } from './texts.ts';
import type { BulkReview } from './use-bulk-delivery.ts';

const lineName = ({ athleteNumber, athleteName, style }: AdminLine): string =>
  [athleteNumber, athleteName, style].filter(Boolean).join('　');

/** Where the athlete starts: the category, and the contest if several have open lines. */
const startName = ({ contestId, contestName, category }: AdminLine, lines: readonly AdminLine[]): string =>
  lines.some((other) => other.contestId !== contestId) ? `${contestName}・${category}` : category;

const NONE = '';

type PickerProps = { row: ReviewRow; lines: readonly AdminLine[]; onPick: (lineId: string | null) => void; onClose: () => void };

/** Searches one line among all open lines, by number, athlete, contest or order number. */
const LinePicker = ({ row, lines, onPick, onClose }: PickerProps) => (
  <Select
    size="sm"
    aria-label={`${row.source.label} の注文`}
    placeholder="番号・選手名・注文番号で検索"
    data={[
      { value: NONE, label: '納品しない' },
      ...lines.map((line) => ({ value: line.id, label: `${lineName(line)}　${line.contestName}・${line.category}　${line.id}` })),
    ]}
    searchable
    limit={50}
    maxDropdownHeight={260}
    nothingFoundMessage="一致する注文がありません"
    defaultDropdownOpened
    autoFocus
    onBlur={onClose}
    onChange={(value) => {
      onClose();
      onPick(value === NONE || value === null ? null : value);
    }}
  />
);

/** One line for each video that a row may be. */
const candidatesOf = ({ lines }: ReviewRow): AdminLine[] => [...new Map(lines.map((line) => [videoKey(line), line])).values()];
const MAX_CANDIDATES = 3;

const LineName = ({ line, lineIds }: { line: AdminLine; lineIds: readonly string[] }) => (
  <div className={styles.line}>
    <Text size="sm" fw={600}>
      {lineName(line)}
    </Text>
    <Text size="xs" c="dimmed">
      {line.contestName}・{line.category}　{lineIds.join('、')}
    </Text>
  </div>
);

const LineCell = ({ row, review }: { row: ReviewRow; review: BulkReview }) => {
  const [isPicking, setIsPicking] = useState(false);
  const candidates = candidatesOf(row);
  const [first] = candidates;
  const pick = (lineId: string | null) => review.assign(row.source, lineId);
  if (isPicking) return <LinePicker row={row} lines={review.lines} onPick={pick} onClose={() => setIsPicking(false)} />;
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      {row.state === 'question' ? (
        <Group gap={6}>
          {candidates.slice(0, MAX_CANDIDATES).map((line) => (
            <Button
              key={line.id}
              variant="default"
              size="compact-sm"
              className={styles.candidate}
              title={videoTitle(line)}
              onClick={() => pick(line.id)}
            >
              {lineName(line)}
              <span className={styles.start}>{startName(line, review.lines)}</span>
            </Button>
          ))}
        </Group>
      ) : (
        <div className={styles.line}>
          {first && <LineName line={first} lineIds={row.lines.map(({ id }) => id)} />}
          {row.warnings.map((warning) => (
            <Text key={warning} size="xs" c="red">
              {warning}
            </Text>
          ))}
        </div>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        mih={32}
        className={styles.pick}
        aria-label={`${row.source.label} の注文を選ぶ`}
        onClick={() => setIsPicking(true)}
      >
        {row.state === 'chosen' ? '変更' : '選ぶ'}
      </Button>
    </Group>
  );
};

const GroupHeading = ({ group, onAccept }: { group: ReviewGroup; onAccept: () => void }) => {
  const { state, reason, rows } = group;
  const acceptable = rows.filter(({ isAcceptable }) => isAcceptable).length;
  const { text, tone } = reviewLabels[state];
  return (
    <div className={styles.heading}>
      <span className={styles.badge}>
        <StatusBadge tone={tone}>{`${text} ${rows.length}件`}</StatusBadge>
      </span>
      <Text size="sm" fw={600} className={styles.reason}>
        {reason}
        {state === 'unknown' && <span className={styles.hint}>{unknownHint}</span>}
      </Text>
      {acceptable > 0 && (
        <Button size="compact-sm" mih={36} className={styles.pick} onClick={onAccept}>
          {acceptable === rows.length ? `${acceptable}件をまとめて承認` : `候補が1つの${acceptable}件を承認`}
        </Button>
      )}
    </div>
  );
};

type Entry = { key: string; group: ReviewGroup; row: ReviewRow | null };

const columns = [{ label: '動画' }, { label: '注文の明細' }] as const;
/** Pixels: two lines of text. */
const ROW_HEIGHT = 54;

/** All files or rows with their lines, those that need a decision first. Memoised, because it is long and the progress changes often. */
const MatchTable = memo(({ review }: { review: BulkReview }) => {
  const region = useRef<HTMLElement>(null);
  const entries = useMemo(
    () =>
      review.groups.flatMap((group): Entry[] => [
        { key: group.key, group, row: null },
        ...group.rows.map((row) => ({ key: row.source.id, group, row })),
      ]),
    [review.groups],
  );
  // A decision removes the pressed button, and the focus would leave the dialog.
  useEffect(() => {
    if (entries.length > 0 && isFocusFree()) region.current?.focus({ preventScroll: true });
  }, [entries]);
  return (
    <VirtualTable
      label="動画と注文の照合結果"
      rows={entries}
      keyOf={({ key }) => key}
      columns={columns}
      rowHeight={ROW_HEIGHT}
      className={styles.table}
      maxHeight="max(220px, calc(100dvh - 430px))"
      region={region}
    >
      {({ group, row }, rowIndex) =>
        row === null ? (
          <tr aria-rowindex={rowIndex} className={styles.group}>
            <th scope="rowgroup" colSpan={columns.length}>
              <GroupHeading group={group} onAccept={() => review.acceptGroup(group)} />
            </th>
          </tr>
        ) : (
          <tr aria-rowindex={rowIndex} className={styles.row} data-state={row.state}>
            <td>
              <span className={styles.file}>{row.source.label}</span>
              {row.reason !== group.reason || row.state === 'chosen' ? (
                <span className={styles.why} data-contradicted={(row.state === 'question' && row.warnings.length > 0) || undefined}>
                  {row.reason}
                </span>
              ) : null}
            </td>
            <td>
              <LineCell row={row} review={review} />
            </td>
          </tr>
        )
      }
    </VirtualTable>
  );
});
MatchTable.displayName = 'MatchTable';

/** After a decision by hand: the same for the files that are named alike, with one click. */
const ProposalAlert = ({ review: { proposal, lines, acceptProposal, refuseProposal } }: { review: BulkReview }) => {
  if (!proposal) return null;
  const { similar } = proposal;
  const [example] = similar;
  const line = lines.find(({ id }) => id === example?.lineId);
  return (
    <Alert
      role="status"
      color="blue"
      variant="light"
      icon={<IconSparkles aria-hidden />}
      title={`同じ付け方の名前のファイルが、ほかに${similar.length}件あります`}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          「{proposal.source.label}」と同じように読み取ります。{line && `例：${lineName(line)}（${startName(line, lines)}）`}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="sm" onClick={refuseProposal}>
            しない
          </Button>
          <Button size="sm" onClick={acceptProposal}>
            {similar.length}件も同じように割り当てる
          </Button>
        </Group>
      </Group>
    </Alert>
  );
};

/** Shows which videos would be delivered to whom. */
export const Review = ({ review, isRunning }: { review: BulkReview; isRunning: boolean }) => (
  <Stack gap="sm">
    <ProposalAlert review={review} />
    <fieldset disabled={isRunning} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <legend className="visually-hidden">照合結果</legend>
      <MatchTable review={review} />
    </fieldset>
    <ListAlert title={keptTitle} items={review.kept.map(({ line, url }) => `${line.id}　${lineName(line)}　${url}`)} />
    {review.plan.incomplete.length > 0 && (
      <Text size="sm" lineClamp={2}>
        動画がそろっていないため、次の注文は今回は納品されません：{review.plan.incomplete.join('、')}
      </Text>
    )}
  </Stack>
);
