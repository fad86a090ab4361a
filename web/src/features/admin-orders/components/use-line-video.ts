import type { AdminLine } from '@stagereel/contracts';
import { useState, useSyncExternalStore } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { pickFiles } from '../../../lib/uploads/upload-files.ts';
import type { UploadOutcome, UploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { findUploadQueue, uploadQueueOf } from '../../../lib/uploads/upload-queues.ts';
import type { QueuedFile } from '../../../lib/uploads/upload-state.ts';
import { putArrivedVideo } from '../lib/arrived-videos.ts';
import { finishedPlace, lookAtVideo, storedVideo, videoConcerns } from '../lib/finished-video.ts';

const NOTHING: readonly QueuedFile[] = [];
const noFiles = () => NOTHING;
const neverChanges = () => () => undefined;

const tellOutcome = ({ uploaded, failed }: UploadOutcome): void => {
  if (failed > 0) {
    showToast({ title: 'アップロードエラー', message: '動画をアップロードできませんでした。もう一度お試しください。', tone: 'error' });
  } else if (uploaded.length > 0) {
    showToast({ title: 'アップロード完了', message: '1件のファイルをアップロードしました。', tone: 'success' });
  }
};

const openQueue = (line: AdminLine): UploadQueue =>
  uploadQueueOf(finishedPlace(line), {
    onUploaded: ({ id }) => putArrivedVideo(line.id, storedVideo(id)),
    onFailed: () => undefined,
    onSettled: tellOutcome,
  });

/** The finished video of one line on its way. A doubtful one waits until its admin has said that it is meant. */
export const useLineVideo = (line: AdminLine) => {
  const [queue, setQueue] = useState<UploadQueue | undefined>(() => findUploadQueue(finishedPlace(line)));
  const files = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.list ?? noFiles);
  const [concerns, setConcerns] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (chosen: readonly File[]) => {
    const { accepted, refused } = pickFiles({ files: chosen.slice(0, 1), chosen: [], only: 'video' });
    const [wrong] = refused;
    setProblem(wrong ? `${wrong.name}（${wrong.reason}）` : null);
    const [picked] = accepted;
    if (!picked) return;
    const facts = await lookAtVideo(picked.file);
    const found = facts === null ? [] : videoConcerns({ style: line.style, facts });
    const opened = openQueue(line);
    for (const { id } of opened.list()) opened.remove(id);
    opened.add(accepted);
    setQueue(opened);
    setConcerns(found);
    if (found.length === 0) opened.start();
  };

  return {
    queue,
    queued: files[0],
    concerns,
    problem,
    choose,
    confirm: () => {
      setConcerns([]);
      queue?.start();
    },
  };
};
