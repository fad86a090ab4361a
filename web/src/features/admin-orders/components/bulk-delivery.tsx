import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFolderUp } from '@tabler/icons-react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { UploadDrop } from '../../../components/upload/upload-drop.tsx';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { announcedPercent } from '../../../lib/uploads/upload-state.ts';
import { bulkRun } from '../lib/bulk-run.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { BulkStep } from '../lib/run-bulk-delivery.ts';
import styles from './bulk-delivery.module.css';
import { BulkMatchTable } from './bulk-match-table.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { NamesAlert } from './names-alert.tsx';
import { type BulkDelivery as Bulk, useBulkDelivery } from './use-bulk-delivery.ts';
import type { OrderDesk } from './use-order-desk.ts';

const Working = ({ step: { delivered, done, total, percent } }: { step: BulkStep }) => (
  <Group gap="md" className={styles.working}>
    <Progress.Root size="lg" className={styles.bar}>
      <Progress.Section value={percent} aria-label="一括納品の進み具合" aria-valuetext={`${percent}%`} animated />
    </Progress.Root>
    <Text size="sm" aria-hidden className={styles.figures}>
      {percent}%（{total}件中{done}件の注文を処理済み、うち{delivered}件を納品済み）
    </Text>
    <span className="visually-hidden" role="status">
      一括納品中 {announcedPercent(percent)}%
    </span>
    <Button variant="default" size="sm" h={44} onClick={bulkRun.halt}>
      中止
    </Button>
  </Group>
);

const Review = ({ bulk }: { bulk: Bulk }) => {
  const { table, step, isLookedAt } = bulk;
  const { plan, matches, files, choices } = table;
  const count = plan.orders.length;
  return (
    <Stack gap="md">
      <NamesAlert
        title="注文が見つからないファイル（納品されません）"
        names={matches.surplus.flatMap((index) => {
          const file = files[index];
          return file && !Object.values(choices).includes(index) ? [pathOfFile(file)] : [];
        })}
      />
      <fieldset disabled={step !== null} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <legend className="visually-hidden">照合結果</legend>
        <BulkMatchTable table={table} />
      </fieldset>
      {plan.incomplete.length > 0 && (
        <Text size="sm">動画がそろっていないため、次の注文は今回は納品されません：{plan.incomplete.join('、')}</Text>
      )}
      <Group justify="flex-end">
        <Text size="sm" role="status">
          {isLookedAt ? '' : '選択した動画の向きと長さを確認しています。確認が終わると納品できます。'}
        </Text>
        <Button disabled={count === 0 || plan.doubled.size > 0 || !isLookedAt} loading={step !== null} onClick={() => void bulk.deliver()}>
          {count}件の注文を納品してメールを送信
        </Button>
      </Group>
    </Stack>
  );
};

/** `groups` are all orders: what was delivered tells names apart that still wait. */
type Props = { groups: readonly OrderGroup[]; desk: OrderDesk };

/** Delivers many orders at once: videos are matched to them by name, shown first, and sent only as they were shown, whatever is looked at meanwhile. */
export const BulkDelivery = ({ groups, desk }: Props) => {
  const bulk = useBulkDelivery({ groups, desk });
  const { step, isOpen } = bulk;
  const isWorking = step !== null;
  const isReviewed = bulk.table.files.length > 0;
  return (
    <>
      <Button variant="default" size="sm" h={44} leftSection={<IconFolderUp size={18} aria-hidden />} onClick={bulkRun.open}>
        {isWorking ? `一括納品中 ${step.percent}%` : '一括納品'}
      </Button>
      <Dialog isOpen={isOpen} onClose={bulkRun.close} size="xl" title="一括納品">
        <Stack gap="md">
          <UploadDrop
            label="納品する動画の選択"
            only="video"
            isDisabled={isWorking}
            hint="ファイル名とフォルダ名の大会名・カテゴリ・番号・縦／横から、未対応の注文を探します。"
            onFiles={bulk.choose}
          />
          <NamesAlert title="次のファイルは追加できませんでした" names={bulk.refused.map(({ name, reason }) => `${name}（${reason}）`)} />
          {bulk.outcome && <BulkOutcome outcome={bulk.outcome} told={bulk.told} isReviewed={isReviewed} />}
          {isReviewed && <Review bulk={bulk} />}
          {step !== null && <Working step={step} />}
        </Stack>
      </Dialog>
    </>
  );
};
