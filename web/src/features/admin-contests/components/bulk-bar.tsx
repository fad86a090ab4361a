import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Category, UNCATEGORISED } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { type BulkKind, CHUNK_SIZE } from '../../../api/admin-athlete-bulk.ts';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import type { AthleteSelection } from '../lib/athlete-selection.ts';
import { bulkWords } from '../lib/bulk-words.ts';
import { focusIfLost } from '../lib/focus-if-lost.ts';
import type { BulkActions, BulkRun } from '../lib/use-bulk-actions.ts';
import styles from './bulk-bar.module.css';
import { BulkDialogs, type BulkRequest } from './bulk-dialogs.tsx';

/** The progress of a long bulk action with a stop button. An action of a single chunk is too short for it. */
const BulkProgress = ({ run, onStop }: { run: BulkRun; onStop: () => void }) => {
  const { kind, done, total, isStopping } = run;
  if (total <= CHUNK_SIZE) return null;
  const label = bulkWords[kind].running;
  return (
    <Group gap="md">
      <Progress.Root
        size="lg"
        flex={1}
        miw={200}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${total}人のうち${done}人`}
      >
        <Progress.Section withAria={false} value={(done / total) * 100} animated />
      </Progress.Root>
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }} aria-hidden>
        {label}　{done.toLocaleString('ja-JP')} / {total.toLocaleString('ja-JP')}人
      </Text>
      <Button variant="default" size="sm" h={44} onClick={onStop} loading={isStopping} aria-label="一括操作を中止">
        中止
      </Button>
    </Group>
  );
};

type Props = { selection: AthleteSelection; actions: BulkActions; categories: readonly Category[]; showsDeleted: boolean };

const changes = ['price', 'category', 'status', 'delete'] as const satisfies readonly BulkKind[];
const deletedOnly = ['restore', 'purge'] as const satisfies readonly BulkKind[];
const isRed = (kind: BulkKind): boolean => kind === 'delete' || kind === 'purge';

const countText = ({ picked, hiddenCount }: AthleteSelection): string => {
  if (picked.length === 0) return '選手を選択すると、まとめて変更・削除できます。';
  const hidden = hiddenCount === 0 ? '' : `（うち${hiddenCount.toLocaleString('ja-JP')}人は下の一覧に表示されていません）`;
  return `${picked.length.toLocaleString('ja-JP')}人を選択中${hidden}`;
};

/** The bulk actions for the selected athletes, their progress and their result. */
export const BulkBar = ({ selection, actions, categories, showsDeleted }: Props) => {
  const bar = useRef<HTMLElement>(null);
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const { run, news } = actions;
  const isRunning = run !== null;
  const isIdle = selection.picked.length === 0 || isRunning;

  // A disabled or removed button loses the focus, so move it to the bar.
  const catchFocus = () => focusIfLost(bar.current);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // Not at first: a page that was just opened has no focus to catch.
    if (wasRunning.current !== isRunning) focusIfLost(bar.current);
    wasRunning.current = isRunning;
  }, [isRunning]);

  const press = (kind: BulkKind) => {
    if (!actions.canStart(kind)) return;
    if (kind === 'restore') return actions.start({ kind, change: { isDeleted: false } });
    setRequest({ kind, targetCount: actions.targets(kind).length, pickedCount: selection.picked.length });
    asking.open();
  };

  return (
    <section ref={bar} tabIndex={-1} className={styles.bar} aria-label="選手の一括操作">
      <Stack gap="sm">
        <Group gap="sm" mih={44}>
          <Text size="sm" fw={600} role="status">
            {countText(selection)}
          </Text>
          {selection.picked.length > 0 && (
            <Button variant="subtle" size="sm" h={44} disabled={isRunning} onClick={() => selection.replace([])}>
              選択を解除
            </Button>
          )}
        </Group>
        <Group gap="xs">
          {[...changes, ...(showsDeleted ? deletedOnly : [])].map((kind) => (
            <Button
              key={kind}
              variant="default"
              size="sm"
              h={44}
              c={isRed(kind) && !isIdle ? 'var(--mantine-color-error)' : undefined}
              disabled={isIdle}
              onClick={() => press(kind)}
            >
              {bulkWords[kind].button}
            </Button>
          ))}
        </Group>
        {run && <BulkProgress run={run} onStop={actions.stop} />}
        <p className="visually-hidden" role="status">
          {run && `${run.total.toLocaleString('ja-JP')}人を${bulkWords[run.kind].running}`}
        </p>
        {news?.tone === 'error' && <FormErrors messages={news.messages} />}
        {news?.tone === 'info' && (
          <Alert variant="light" role="status">
            {news.messages.join('')}
          </Alert>
        )}
      </Stack>
      <BulkDialogs
        request={request}
        isOpen={isAsking}
        categories={categories.length === 0 ? [UNCATEGORISED] : categories.map(({ name }) => name)}
        onStart={actions.start}
        onClose={asking.close}
        onClosed={catchFocus}
      />
    </section>
  );
};
