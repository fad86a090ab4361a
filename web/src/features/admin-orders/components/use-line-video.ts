import type { AdminLine } from '@stagereel/contracts';
import { useState, useSyncExternalStore } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { pickFiles } from '../../../lib/uploads/upload-files.ts';
import type { UploadOutcome, UploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { findUploadQueue, uploadQueueOf } from '../../../lib/uploads/upload-queues.ts';
import type { QueuedFile } from '../../../lib/uploads/upload-state.ts';
import { putArrivedVideo } from '../lib/arrived-videos.ts';
import { finishedPlace, lookAtVideo, storedVideo } from '../lib/finished-video.ts';
import { type ChoiceState, createVideoChoice, type VideoChoice } from '../lib/video-choice.ts';

const NOTHING: readonly QueuedFile[] = [];
const noFiles = () => NOTHING;
const neverChanges = () => () => undefined;

const NO_CHOICE: ChoiceState = { isLooking: false, concerns: [] };
const noChoice = () => NO_CHOICE;
/** They stay with their queues: a card that is scrolled out of sight is gone. */
const choices = new WeakMap<UploadQueue, VideoChoice>();

const choiceOf = (queue: UploadQueue): VideoChoice => {
  const known = choices.get(queue);
  if (known) return known;
  const choice = createVideoChoice({ queue, look: lookAtVideo });
  choices.set(queue, choice);
  return choice;
};

const tellOutcome = ({ uploaded, failed }: UploadOutcome): void => {
  if (failed > 0) {
    showToast({ title: 'アップロードエラー', message: '動画をアップロードできませんでした。もう一度お試しください。', tone: 'error' });
  } else if (uploaded.length > 0) {
    showToast({ title: 'アップロード完了', message: '1件のファイルをアップロードしました。', tone: 'success' });
  }
};

const openQueue = (line: AdminLine): UploadQueue =>
  uploadQueueOf(finishedPlace(line), {
    onUploaded: ({ id, originalName: fileName }) => putArrivedVideo(line.id, { url: storedVideo(id), fileName, sha256: null }),
    onFailed: () => undefined,
    // A finished video that is no line's download is shown to nobody.
    onKept: () => undefined,
    onSettled: tellOutcome,
  });

/** The finished video of one line on its way. A doubtful one waits until its admin has said that it is meant. */
export const useLineVideo = (line: AdminLine) => {
  const [queue, setQueue] = useState<UploadQueue | undefined>(() => findUploadQueue(finishedPlace(line)));
  const files = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.list ?? noFiles);
  const [problem, setProblem] = useState<string | null>(null);

  const choice = queue && choiceOf(queue);
  const { isLooking, concerns } = useSyncExternalStore(choice?.subscribe ?? neverChanges, choice?.state ?? noChoice);

  const choose = (chosen: readonly File[]) => {
    const { accepted, refused } = pickFiles({ files: chosen.slice(0, 1), chosen: [], only: 'video' });
    const [wrong] = refused;
    setProblem(wrong ? `${wrong.name}（${wrong.reason}）` : null);
    const [picked] = accepted;
    if (!picked) return;
    // Opened at once, so that a card which is drawn anew meanwhile finds it.
    const opened = openQueue(line);
    setQueue(opened);
    void choiceOf(opened).choose({ picked, style: line.style });
  };

  const [queued] = files;
  const isReady = queued?.phase === 'ready';
  return {
    queue,
    queued,
    isLooking: isReady && isLooking,
    /** Why the file that is `ready` waits for a word. */
    concerns: isReady ? concerns : NO_CHOICE.concerns,
    problem,
    choose,
    confirm: () => queue?.start(),
  };
};
