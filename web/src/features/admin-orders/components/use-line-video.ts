import type { AdminLine } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { finishedVideoPlace, storedVideoUrl } from '../../../components/admin-order/download-url.ts';
import { lineVideos } from '../../../components/admin-order/order-workspace.ts';
import { readVideoMetadata } from '../../../components/admin-order/video-metadata.ts';
import { showToast } from '../../../lib/toast.ts';
import { pickFiles } from '../../../lib/uploads/upload-files.ts';
import type { UploadBatchResult, UploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { findUploadQueue, uploadQueueOf } from '../../../lib/uploads/upload-queues.ts';
import type { QueuedFile } from '../../../lib/uploads/upload-state.ts';
import { useOrderParts } from './order-parts.ts';
import { type ChoiceState, createVideoChoice, type VideoChoice } from './video-choice.ts';

const NO_FILES: readonly QueuedFile[] = [];
const noFiles = () => NO_FILES;
const neverChanges = () => () => undefined;
const noChoice = createStore<ChoiceState>(() => ({ isInspecting: false, warnings: [] }));

/** Kept with their queues, because a card that is scrolled out of view is unmounted. */
const choices = new WeakMap<UploadQueue, VideoChoice>();

const choiceOf = (queue: UploadQueue): VideoChoice => {
  const known = choices.get(queue);
  if (known) return known;
  const choice = createVideoChoice({ queue, readMetadata: readVideoMetadata });
  choices.set(queue, choice);
  return choice;
};

const showResult = ({ uploaded, failed }: UploadBatchResult): void => {
  if (failed > 0) {
    showToast({ title: 'アップロードエラー', message: '動画をアップロードできませんでした。もう一度お試しください。', tone: 'error' });
  } else if (uploaded.length > 0) {
    showToast({ title: 'アップロード完了', message: '1件のファイルをアップロードしました。', tone: 'success' });
  }
};

const openQueue = (line: AdminLine): UploadQueue =>
  uploadQueueOf(finishedVideoPlace(line), {
    onUploaded: ({ id, originalName: fileName }) => lineVideos.setUploaded(line.id, { url: storedVideoUrl(id), fileName, sha256: null }),
    onFailed: () => undefined,
    // No customer sees a finished video that is not the download of a line.
    onKept: () => undefined,
    onSettled: showResult,
  });

/** Chooses and uploads the finished video of one line. A video with warnings waits until the admin confirms it. */
export const useLineVideo = (line: AdminLine) => {
  const [queue, setQueue] = useState<UploadQueue | undefined>(() => findUploadQueue(finishedVideoPlace(line)));
  const [queued] = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.list ?? noFiles);
  const { isInspecting, warnings } = useStore(queue ? choiceOf(queue).store : noChoice);
  const queryClient = useQueryClient();
  const { findContradictions } = useOrderParts();
  const [problem, setProblem] = useState<string | null>(null);

  const choose = (chosen: readonly File[]) => {
    const { accepted, refused } = pickFiles({ files: chosen.slice(0, 1), chosen: [], only: 'video' });
    const [rejected] = refused;
    setProblem(rejected ? `${rejected.name}（${rejected.reason}）` : null);
    const [picked] = accepted;
    if (!picked) return;
    // Opened at once, so that a card that is mounted again meanwhile finds the queue.
    const opened = openQueue(line);
    setQueue(opened);
    void choiceOf(opened).choose({
      picked,
      style: line.style,
      findContradictions: (fileName) => findContradictions(queryClient, { line, fileName }),
    });
  };

  const isReady = queued?.phase === 'ready';
  return {
    queue,
    queued,
    isInspecting: isReady && isInspecting,
    /** Why the chosen file waits for a confirmation. */
    warnings: isReady ? warnings : [],
    /** Why the chosen file cannot be uploaded. */
    problem,
    choose,
    confirm: () => queue?.start(),
  };
};
