import type { MediaType } from '@stagereel/contracts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../lib/toast.ts';
import { placeKeyOf, type RememberedUpload, rememberedUploads, type UploadPlace } from '../../lib/uploads/remembered-uploads.ts';
import { isClosed } from '../../lib/uploads/upload-errors.ts';
import { pickFiles, type RefusedFile } from '../../lib/uploads/upload-files.ts';
import type { UploadBatchResult, UploadQueueEvents } from '../../lib/uploads/upload-queue.ts';
import { discardUpload, uploadQueueOf } from '../../lib/uploads/upload-queues.ts';
import { type QueuedFile, summarise } from '../../lib/uploads/upload-state.ts';

const NOT_SELECTED = { title: 'ファイルが選択されていません', message: 'アップロードするファイルを選択してください。' } as const;

const showResult = ({ uploaded, failed }: UploadBatchResult): void => {
  const arrived = `${uploaded.length}件のファイルをアップロードしました。`;
  if (failed > 0) {
    const message = `${failed}件のファイルをアップロードできませんでした。もう一度お試しください。`;
    showToast({ title: 'アップロードエラー', message: uploaded.length > 0 ? `${arrived}${message}` : message, tone: 'error' });
  } else if (uploaded.length > 0) showToast({ title: 'アップロード完了', message: arrived, tone: 'success' });
};

const isSameFile = (upload: RememberedUpload, { file }: QueuedFile): boolean =>
  upload.fileName === file.name && upload.fileSize === file.size;

const KEPT = { title: '中止できませんでした', message: 'このファイルはすでにアップロードされています。一覧をご確認ください。' } as const;

type Options = { place: UploadPlace; only?: MediaType | undefined; onUploaded: () => void };

/** The uploads to one destination and the state of the screen around them. */
export const useUploads = ({ place, only, onUploaded }: Options) => {
  const key = placeKeyOf(place);
  const reportKept = () => {
    onUploaded();
    showToast({ ...KEPT, tone: 'info' });
  };
  const events: UploadQueueEvents = { onUploaded, onFailed: () => undefined, onKept: reportKept, onSettled: showResult };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the place, and only the first caller's events are used
  const queue = useMemo(() => uploadQueueOf(place, events), [key]);
  const files = useSyncExternalStore(queue.subscribe, queue.list);
  const begun = useSyncExternalStore(rememberedUploads.subscribe, rememberedUploads.list).filter((upload) => upload.place === key);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const summary = summarise(files);

  const choose = (chosen: readonly File[]) => {
    if (summary.isBusy) return;
    const picked = pickFiles({ files: chosen, chosen: queue.list().map(({ file }) => file), only });
    setRefused(picked.refused);
    if (picked.accepted.length > 0) setProblem(null);
    queue.add(picked.accepted);
  };

  const start = () => {
    setRefused([]);
    if (files.length > 0) return queue.start();
    setProblem(NOT_SELECTED.message);
    showToast({ ...NOT_SELECTED, tone: 'error' });
  };

  return {
    queue,
    files,
    summary,
    refused,
    problem,
    choose,
    start,
    /** Started earlier in this browser and not in the current list. */
    unfinished: begun.filter((upload) => !files.some((file) => isSameFile(upload, file))),
    /** Whether an upload of this file was started earlier. */
    isContinued: (file: QueuedFile): boolean => begun.some((upload) => isSameFile(upload, file)),
    discard: (uploadId: string): void => void discardUpload({ place, uploadId }).catch((error) => isClosed(error) && reportKept()),
  };
};
