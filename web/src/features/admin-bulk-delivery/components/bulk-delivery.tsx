import { Alert, Button, Group, List, Progress, Stack, Tabs, Text } from '@mantine/core';
import { IconFolderUp, IconHistory, IconLock } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { lineVideos, type OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { UploadDrop } from '../../../components/upload/upload-drop.tsx';
import { announcedPercent, percentOf } from '../../../lib/uploads/upload-state.ts';
import { bulkDelivery } from '../run/bulk-delivery-store.ts';
import type { BulkProgress } from '../run/deliver-orders.ts';
import { unfinishedRun } from '../run/unfinished-run.ts';
import styles from './bulk-delivery.module.css';
import { ListAlert } from './list-alert.tsx';
import { ListInput } from './list-input.tsx';
import { Outcome } from './outcome.tsx';
import { Review } from './review.tsx';
import { remainingTimeText, signedOutTexts } from './texts.ts';
import { type BulkDelivery as Bulk, useBulkDelivery } from './use-bulk-delivery.ts';

/** Milliseconds. The speed of the last half minute gives the remaining time; in the first seconds it would mislead. */
const SPEED_WINDOW = { shortest: 5_000, longest: 30_000 };

/** The remaining seconds at the speed of the last half minute; null if that is unknown or nothing was sent. */
const useRemainingSeconds = ({ sentBytes, totalBytes }: BulkProgress): number | null => {
  const samples = useRef<{ at: number; sentBytes: number }[]>([]);
  const now = Date.now();
  const latest = samples.current.at(-1);
  if (latest?.sentBytes !== sentBytes) {
    samples.current = [...samples.current.filter(({ at }) => now - at < SPEED_WINDOW.longest), { at: now, sentBytes }];
  }
  const [first] = samples.current;
  if (!first || now - first.at < SPEED_WINDOW.shortest || sentBytes === first.sentBytes || sentBytes >= totalBytes) return null;
  return ((totalBytes - sentBytes) * (now - first.at)) / (sentBytes - first.sentBytes) / 1000;
};

const RunProgress = ({ progress }: { progress: BulkProgress }) => {
  const { delivered, done, total, percent, uploading } = progress;
  const seconds = useRemainingSeconds(progress);
  return (
    <Stack gap={6}>
      <Group gap="md">
        <Progress.Root size="lg" className={styles.bar}>
          <Progress.Section value={percent} aria-label="一括納品の進み具合" aria-valuetext={`${percent}%`} animated />
        </Progress.Root>
        <Text size="sm" aria-hidden className={styles.figures}>
          {percent}%（{total}件中{done}件の注文を処理済み、うち{delivered}件を納品済み）{seconds !== null && remainingTimeText(seconds)}
        </Text>
        <span className="visually-hidden" role="status">
          一括納品中 {announcedPercent(percent)}%
        </span>
        <Button variant="default" size="sm" h={44} onClick={bulkDelivery.cancel}>
          中止
        </Button>
      </Group>
      {uploading.length > 0 && (
        <ul className={styles.uploads} aria-label="送信中の動画">
          {uploading.map(({ line, ...bytes }) => (
            <li key={line.id}>
              <span>
                {line.id}　{line.athleteNumber} {line.athleteName}　{line.style}
              </span>
              <span className={styles.figures}>{percentOf(bytes)}%</span>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
};

/** An interrupted bulk delivery, for example by a reload. Its decisions are kept, and what was uploaded is not uploaded again. */
const Interrupted = ({ bulk: { interrupted, continueInterrupted } }: { bulk: Bulk }) => {
  const { count, ready } = interrupted;
  const fileNames = useStore(lineVideos.fileNames.store);
  return (
    <Alert color="blue" variant="light" icon={<IconHistory aria-hidden />} title={`前回の一括納品の続きがあります（${count}件の注文）`}>
      <Stack gap="sm">
        <Text size="sm">
          {ready.length > 0 && `${ready.length}件は動画がそろっています。`}
          {ready.length < count && '同じファイルやフォルダをもう一度選ぶと、前回の割り当てのまま、届いていない動画だけを送信します。'}
        </Text>
        {ready.length > 0 && (
          // Focusable, because it scrolls.
          <List size="sm" mah={172} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }} tabIndex={0} aria-label="そろっている動画">
            {ready.flatMap(({ lines }) =>
              lines.map(({ line: { id, athleteNumber, athleteName, style }, url }) => (
                <List.Item key={id}>{[id, athleteNumber, athleteName, style, fileNames[url] ?? url].filter(Boolean).join('　')}</List.Item>
              )),
            )}
          </List>
        )}
        <Group gap="sm">
          {ready.length > 0 && (
            <Button size="sm" h={44} onClick={continueInterrupted}>
              動画がそろった{ready.length}件の注文を納品
            </Button>
          )}
          <Button variant="default" size="sm" h={44} onClick={unfinishedRun.discard}>
            続きを破棄
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};

/** Where the videos come from: files, or a list of URLs. The typed list survives the review. */
const SourceTabs = ({ bulk: { list, chooseFiles, pasteList } }: { bulk: Bulk }) => (
  <Tabs value={list.isShown ? 'list' : 'files'} onChange={(tab) => list.setShown(tab === 'list')} variant="outline" keepMounted={false}>
    <Tabs.List aria-label="動画の渡し方">
      <Tabs.Tab value="files" mih={44}>
        動画ファイル
      </Tabs.Tab>
      <Tabs.Tab value="list" mih={44}>
        URLの一覧（CSV）
      </Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="files" pt="md">
      <UploadDrop
        label="納品する動画の選択"
        only="video"
        isDisabled={false}
        hint="ファイル名とフォルダ名の番号・選手名・縦／横・大会名・カテゴリから、未対応の注文を探します。"
        onFiles={chooseFiles}
      />
    </Tabs.Panel>
    <Tabs.Panel value="list" pt="md">
      <ListInput text={list.text} onText={list.setText} onList={pasteList} />
    </Tabs.Panel>
  </Tabs>
);

const ReviewFooter = ({ bulk: { review, isInspected, usedCount, deliver, startAgain, sources } }: { bulk: Bulk }) => {
  const count = review.plan.orders.length;
  return (
    <Group justify="space-between" gap="sm">
      <Button variant="subtle" size="sm" h={44} onClick={startAgain}>
        選び直す
      </Button>
      <Group gap="sm" justify="flex-end">
        <Text size="sm" role="status">
          {isInspected
            ? `${sources.length}件中${usedCount}件を使います`
            : '選択した動画の向きと長さを確認しています。確認が終わると納品できます。'}
        </Text>
        <Button disabled={count === 0 || !isInspected} onClick={deliver}>
          {count}件の注文を納品してメールを送信
        </Button>
      </Group>
    </Group>
  );
};

type Props = {
  groups: readonly OrderGroup[];
  workspace: OrderWorkspace;
  /** The sign-in for an admin whose session ended during a bulk delivery. */
  renderSignIn: (onSignedIn: () => void) => ReactNode;
};

/**
 * Delivers many orders at once. `groups`: all orders, including handled ones, because their videos may have the same URL. The steps and their
 * files:
 *
 * 1. Choose files, or paste a list of URLs: this dialog, `list-input`, `use-bulk-delivery`
 * 2. Match them to order lines: `match-videos` by the names of files, `pasted-list` by the columns of a list, `inspect-files` by metadata
 * 3. Review: `review-rows`, `review`, `plan-delivery`
 * 4. Send the videos and deliver the orders: `start-bulk-delivery`, `deliver-orders`, `send-videos`
 * 5. Show the result, settle doubtful orders, try failed ones again: `outcome`
 *
 * Steps 4 and 5 keep their state in `bulk-delivery-store`, because they outlive this screen, and `unfinished-run`, because they outlive a reload.
 */
export const BulkDelivery = ({ groups, workspace, renderSignIn }: Props) => {
  const bulk = useBulkDelivery({ groups, workspace });
  const { progress, outcome, isSignedOut, interrupted } = bulk;
  const isRunning = progress !== null;
  const isReviewing = bulk.sources.length > 0;
  const signedOut = signedOutTexts[isRunning ? 'running' : 'waiting'];
  const isInterrupted = !isRunning && outcome === null && interrupted.count > 0;
  const footer = isRunning ? <RunProgress progress={progress} /> : isReviewing ? <ReviewFooter bulk={bulk} /> : undefined;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h="var(--dense-control, 44px)"
        leftSection={<IconFolderUp size={18} aria-hidden />}
        onClick={bulkDelivery.openDialog}
      >
        {isRunning ? `一括納品中 ${progress.percent}%` : isInterrupted ? '一括納品の続き' : '一括納品'}
      </Button>
      <Dialog isOpen={bulk.isOpen} onClose={bulkDelivery.closeDialog} size="wide" title="一括納品" footer={footer}>
        <Stack gap="md">
          {isSignedOut && (
            <Alert color="orange" variant="light" icon={<IconLock aria-hidden />} title={signedOut.title}>
              <Stack gap="sm">
                <Text size="sm">{signedOut.text}</Text>
                {renderSignIn(bulkDelivery.resume)}
              </Stack>
            </Alert>
          )}
          {isInterrupted && !isReviewing && <Interrupted bulk={bulk} />}
          {outcome && <Outcome outcome={outcome} groups={groups} workspace={workspace} isReviewing={isReviewing} onRetry={bulk.retry} />}
          {!isRunning && !isReviewing && <SourceTabs bulk={bulk} />}
          <ListAlert title="次のファイルは追加できませんでした" items={bulk.refused.map(({ name, reason }) => `${name}（${reason}）`)} />
          {isReviewing && <Review review={bulk.review} isRunning={isRunning} />}
        </Stack>
      </Dialog>
    </>
  );
};
