import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Category, UNCATEGORISED } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import type { BulkKind } from '../lib/bulk-act.ts';
import { bulkWords } from '../lib/bulk-words.ts';
import { focusIfLost } from '../lib/focus-if-lost.ts';
import styles from './bulk-bar.module.css';
import { BulkDialogs, type BulkQuestion } from './bulk-dialogs.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import type { AthleteSelection } from './use-athlete-selection.ts';
import type { BulkActs } from './use-bulk-acts.ts';

type Props = { selection: AthleteSelection; acts: BulkActs; categories: readonly Category[]; showsDeleted: boolean };

const changes = ['price', 'category', 'status', 'delete'] as const satisfies readonly BulkKind[];
const deletedOnly = ['restore', 'purge'] as const satisfies readonly BulkKind[];
const isRed = (kind: BulkKind): boolean => kind === 'delete' || kind === 'purge';

const countText = ({ picked, hiddenCount }: AthleteSelection): string => {
  if (picked.length === 0) return '選手を選択すると、まとめて変更・削除できます。';
  const hidden = hiddenCount === 0 ? '' : `（うち${hiddenCount.toLocaleString('ja-JP')}人は下の一覧に表示されていません）`;
  return `${picked.length.toLocaleString('ja-JP')}人を選択中${hidden}`;
};

/** What can be done to all athletes that are picked, how far it has come, and what came of it. */
export const BulkBar = ({ selection, acts, categories, showsDeleted }: Props) => {
  const bar = useRef<HTMLElement>(null);
  const [question, setQuestion] = useState<BulkQuestion | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const { run, news } = acts;
  const isRunning = run !== null;
  const isIdle = selection.picked.length === 0 || isRunning;

  // A button that is switched off, or gone, drops the focus; it stays with the bar.
  const catchFocus = () => focusIfLost(bar.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an act's end switches its buttons off
  useEffect(catchFocus, [isRunning]);

  const press = (kind: BulkKind) => {
    if (!acts.canStart(kind)) return;
    if (kind === 'restore') return acts.start({ kind, change: { isDeleted: false } });
    setQuestion({ kind, targetCount: acts.targets(kind).length, pickedCount: selection.picked.length });
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
        {run && <BulkProgress run={run} onStop={acts.stop} />}
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
        question={question}
        isOpen={isAsking}
        categories={categories.length === 0 ? [UNCATEGORISED] : categories.map(({ name }) => name)}
        onStart={acts.start}
        onClose={asking.close}
        onClosed={catchFocus}
      />
    </section>
  );
};
