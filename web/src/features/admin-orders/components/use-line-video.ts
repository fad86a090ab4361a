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

const NO_CONCERNS: readonly string[] = [];
/** What is doubtful about the file that waits in a queue. It stays with the queue: a card that is scrolled out of sight is gone. */
const concernsOf = new WeakMap<UploadQueue, readonly string[]>();

const tellOutcome = ({ uploaded, failed }: UploadOutcome): void => {
  if (failed > 0) {
    showToast({ title: 'アップロードエラー', message: '動画をアップロードできませんでした。もう一度お試しください。', tone: 'error' });
  } else if (uploaded.length > 0) {
    showToast({ title: 'アップロード完了', message: '1件のファイルをアップロードしました。', tone: 'success' });
  }
};

const openQueue = (line: AdminLine): UploadQueue =>
  uploadQueueOf(finishedPlace(line), {
    onUploaded: ({ id }) => putArrivedVideo(line.id, { url: storedVideo(id), sha256: null }),
    onFailed: () => undefined,
    onSettled: tellOutcome,
  });

/** The finished video of one line on its way. A doubtful one waits until its admin has said that it is meant. */
export const useLineVideo = (line: AdminLine) => {
  const [queue, setQueue] = useState<UploadQueue | undefined>(() => findUploadQueue(finishedPlace(line)));
  const files = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.list ?? noFiles);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (chosen: readonly File[]) => {
    const { accepted, refused } = pickFiles({ files: chosen.slice(0, 1), chosen: [], only: 'video' });
    const [wrong] = refused;
    setProblem(wrong ? `${wrong.name}（${wrong.reason}）` : null);
    const [picked] = accepted;
    if (!picked) return;
    // Opened at once, so that a card which is drawn anew meanwhile finds it.
    const opened = openQueue(line);
    setQueue(opened);
    const facts = await lookAtVideo(picked.file);
    const found = facts === null ? NO_CONCERNS : videoConcerns({ style: line.style, facts });
    concernsOf.set(opened, found);
    for (const { id } of opened.list()) opened.remove(id);
    opened.add(accepted);
    if (found.length === 0) opened.start();
  };

  const [queued] = files;
  return {
    queue,
    queued,
    /** Why the file that is `ready` waits for a word. */
    concerns: queue && queued?.phase === 'ready' ? (concernsOf.get(queue) ?? NO_CONCERNS) : NO_CONCERNS,
    problem,
    choose,
    confirm: () => queue?.start(),
  };
};
