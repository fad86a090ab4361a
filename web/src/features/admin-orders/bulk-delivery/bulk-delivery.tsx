import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFolderUp } from '@tabler/icons-react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { UploadDrop } from '../../../components/upload/upload-drop.tsx';
import { announcedPercent } from '../../../lib/uploads/upload-state.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderWorkspace } from '../lib/order-workspace.ts';
import styles from './bulk-delivery.module.css';
import { bulkDelivery } from './bulk-delivery-store.ts';
import type { BulkProgress } from './deliver-orders.ts';
import { ListAlert } from './list-alert.tsx';
import { Outcome } from './outcome.tsx';
import { Review } from './review.tsx';
import { useBulkDelivery } from './use-bulk-delivery.ts';

const ProgressBar = ({ progress: { delivered, done, total, percent } }: { progress: BulkProgress }) => (
  <Group gap="md" className={styles.footer}>
    <Progress.Root size="lg" className={styles.bar}>
      <Progress.Section value={percent} aria-label="一括納品の進み具合" aria-valuetext={`${percent}%`} animated />
    </Progress.Root>
    <Text size="sm" aria-hidden className={styles.figures}>
      {percent}%（{total}件中{done}件の注文を処理済み、うち{delivered}件を納品済み）
    </Text>
    <span className="visually-hidden" role="status">
      一括納品中 {announcedPercent(percent)}%
    </span>
    <Button variant="default" size="sm" h={44} onClick={bulkDelivery.cancel}>
      中止
    </Button>
  </Group>
);

/** `groups`: all orders, including handled ones, because their names help to distinguish the files. */
type Props = { groups: readonly OrderGroup[]; workspace: OrderWorkspace };

/**
 * Delivers many orders at once. The steps and their files:
 *
 * 1. Choose files: this dialog, `use-bulk-delivery`
 * 2. Match them to order lines by name (`video-name`, `match-videos`) and by metadata (`inspect-files`)
 * 3. Review: `plan-delivery`, `review`
 * 4. Send the videos and deliver the orders: `start-bulk-delivery`, `deliver-orders`, `send-videos`
 * 5. Show the result and settle doubtful orders: `outcome`
 *
 * Steps 4 and 5 keep their state in `bulk-delivery-store`, because they outlive this screen.
 */
export const BulkDelivery = ({ groups, workspace }: Props) => {
  const bulk = useBulkDelivery({ groups, workspace });
  const { progress, outcome } = bulk;
  const isRunning = progress !== null;
  const isReviewing = bulk.review.files.length > 0;
  return (
    <>
      <Button variant="default" size="sm" h={44} leftSection={<IconFolderUp size={18} aria-hidden />} onClick={bulkDelivery.openDialog}>
        {isRunning ? `一括納品中 ${progress.percent}%` : '一括納品'}
      </Button>
      <Dialog isOpen={bulk.isOpen} onClose={bulkDelivery.closeDialog} size="xl" title="一括納品">
        <Stack gap="md">
          <UploadDrop
            label="納品する動画の選択"
            only="video"
            isDisabled={isRunning}
            hint="ファイル名とフォルダ名の大会名・カテゴリ・番号・縦／横から、未対応の注文を探します。"
            onFiles={bulk.chooseFiles}
          />
          <ListAlert title="次のファイルは追加できませんでした" items={bulk.refused.map(({ name, reason }) => `${name}（${reason}）`)} />
          {outcome && <Outcome outcome={outcome} groups={groups} workspace={workspace} isReviewing={isReviewing} />}
          {isReviewing && <Review bulk={bulk} />}
          {isRunning && <ProgressBar progress={progress} />}
        </Stack>
      </Dialog>
    </>
  );
};
