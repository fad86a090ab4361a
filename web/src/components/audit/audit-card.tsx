import { Paper, Text } from '@mantine/core';
import { type AuditEntryView, type Contest, formatDateTime } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { adminContestsQuery } from '../../api/admin-contests.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import styles from './audit-card.module.css';
import { type Change, changesOf, isShortened, namesContest } from './audit-changes.ts';
import { actionText, targetText } from './audit-words.ts';

const NOTHING = (
  <Text c="dimmed" span inherit>
    －
  </Text>
);

const ChangeRow = ({ change: { field, before, after } }: { change: Change }) => (
  <tr>
    <th scope="row">{field}</th>
    <td data-label="変更前">{before ?? NOTHING}</td>
    <td data-label="変更後">{after ?? NOTHING}</td>
  </tr>
);

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <table className={styles.changes} aria-label="変更内容">
    <thead>
      <tr>
        <th scope="col">項目</th>
        <th scope="col">変更前</th>
        <th scope="col">変更後</th>
      </tr>
    </thead>
    <tbody>
      {changes.map((change) => (
        <ChangeRow key={change.field} change={change} />
      ))}
    </tbody>
  </table>
);

const namesById = (contests: readonly Contest[]): ReadonlyMap<string, string> => new Map(contests.map(({ id, name }) => [id, name]));

/** One audit entry: who did what when, and what changed. */
export const AuditCard = ({ entry }: { entry: AuditEntryView }) => {
  const { occurredAt, adminEmail, action, target, ip } = entry;
  const { data: contestNames } = useQuery({ ...adminContestsQuery(), select: namesById, enabled: namesContest(entry) });
  const changes = changesOf(entry, { contestNames });
  return (
    <Paper
      component="article"
      aria-label={`${actionText(action)} ${target.label}`}
      withBorder
      radius="md"
      bg="var(--stage-surface)"
      className={styles.card}
    >
      <div className={styles.head}>
        <StatusBadge tone="neutral">{actionText(action)}</StatusBadge>
        <Text fw={600} className={styles.target}>
          {targetText(target.type)}：{target.label}
        </Text>
        <Text size="sm" c="dimmed">
          {formatDateTime(occurredAt)}　{adminEmail}
          {ip !== null && `　${ip}`}
        </Text>
      </div>
      {changes.length > 0 && <Changes changes={changes} />}
      {isShortened(entry) && (
        <details className={styles.details}>
          <summary>すべての内容を表示</summary>
          <Changes changes={changesOf(entry, { contestNames, isFull: true })} />
        </details>
      )}
    </Paper>
  );
};
