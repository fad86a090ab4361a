import { Button, Group, Progress, Text } from '@mantine/core';
import { bulkWords } from '../lib/bulk-words.ts';
import { CHUNK } from '../lib/send-in-chunks.ts';
import type { BulkRun } from './use-bulk-acts.ts';

/** How far a long act has come, and the way to stop it; one of a single chunk is over before it could be read. */
export const BulkProgress = ({ run, onStop }: { run: BulkRun; onStop: () => void }) => {
  const { kind, done, total, isStopping } = run;
  if (total <= CHUNK) return null;
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
