import type { UploadedMedia } from '@stagereel/contracts';
import { createStore } from 'zustand/vanilla';
import { randomId } from '../random-id.ts';
import type { SendingProgress } from './send-file.ts';
import { isClosed, uploadFailureText } from './upload-errors.ts';
import type { PickedFile } from './upload-files.ts';
import { isActive, isHaltable, isResting, type QueuedFile } from './upload-state.ts';

/** `uploaded`: the files uploaded since the queue was last idle. `failed`: how many files in the list have failed. */
export type UploadBatchResult = { uploaded: readonly UploadedMedia[]; failed: number };

export type UploadQueueEvents = {
  /** A file was uploaded. */
  onUploaded: (media: UploadedMedia) => void;
  onFailed: (error: unknown) => void;
  /** A file was removed from the list, but the server has it completely: only its last response was lost. */
  onKept: () => void;
  /** Nothing is pending or paused any more, and at least one file was uploaded or failed. */
  onSettled: (result: UploadBatchResult) => void;
};

type Options = UploadQueueEvents & {
  send: (picked: PickedFile, options: { signal: AbortSignal; onProgress: (progress: SendingProgress) => void }) => Promise<UploadedMedia>;
  /** Deletes a removed file's partial upload; fails as closed when the server has the whole file. */
  discard: (uploadId: string) => Promise<void>;
};

/**
 * Uploads the chosen files one after another and removes them from the list when all are done. One at a time, so that the media library has
 * them in the chosen order; two at once would only share the bandwidth.
 */
export const createUploadQueue = ({ send, discard, onUploaded, onFailed, onKept, onSettled }: Options) => {
  const store = createStore<readonly QueuedFile[]>(() => []);
  const files = store.getState;
  let uploaded: UploadedMedia[] = [];
  let current: { id: string; controller: AbortController } | null = null;

  const change = (next: readonly QueuedFile[]) => store.setState(next, true);
  const patch = (id: string, changes: Partial<QueuedFile>) =>
    change(files().map((file) => (file.id === id ? { ...file, ...changes } : file)));
  const find = (id: string): QueuedFile | undefined => files().find((file) => file.id === id);

  /** Removes the uploaded files from the list when nothing is pending or paused. */
  const settleIfIdle = () => {
    if (current || !files().every(isResting)) return;
    const result = { uploaded, failed: files().filter(({ phase }) => phase === 'failed').length };
    uploaded = [];
    change(files().filter(({ phase }) => phase !== 'done'));
    if (result.uploaded.length + result.failed > 0) onSettled(result);
  };

  const sendOne = async (file: QueuedFile): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    current = { id: file.id, controller };
    const onProgress = ({ stage, sentBytes, uploadId }: SendingProgress) => {
      if (!signal.aborted) patch(file.id, { phase: stage, sentBytes, uploadId: uploadId ?? find(file.id)?.uploadId ?? null });
    };
    try {
      const media = await send(file, { signal, onProgress });
      if (!find(file.id)) return;
      uploaded.push(media);
      patch(file.id, { phase: 'done', sentBytes: file.file.size });
      onUploaded(media);
    } catch (error) {
      // The code that aborted it has already set the phase.
      if (signal.aborted) return;
      patch(file.id, { phase: 'failed', failure: uploadFailureText(error) });
      onFailed(error);
    } finally {
      current = null;
    }
  };

  const run = async (): Promise<void> => {
    if (current) return;
    for (let next = files().find(isQueued); next; next = files().find(isQueued)) await sendOne(next);
    settleIfIdle();
  };

  const queue = (isSelected: (file: QueuedFile) => boolean) => {
    change(files().map((file) => (isSelected(file) ? { ...file, phase: 'queued', failure: null } : file)));
    void run();
  };

  const abort = (id: string) => {
    if (current?.id === id) current.controller.abort();
  };

  const pause = (id: string) => {
    const file = find(id);
    if (!file || !isActive(file) || !isHaltable(file)) return;
    patch(id, { phase: 'paused' });
    abort(id);
  };

  const remove = (id: string) => {
    const file = find(id);
    if (!file || !isHaltable(file)) return;
    change(files().filter((other) => other !== file));
    abort(id);
    if (file.uploadId !== null) void discard(file.uploadId).catch((error) => isClosed(error) && onKept());
    if (uploaded.length > 0) settleIfIdle();
  };

  return {
    list: files,
    /** Returns the new entries of the list. */
    add: (picked: readonly PickedFile[]): readonly QueuedFile[] => {
      const added = picked.map((one) => ({ ...one, id: randomId(), phase: 'ready' as const, sentBytes: 0, uploadId: null, failure: null }));
      change([...files(), ...added]);
      return added;
    },
    /** Sends all files that are ready or failed before. */
    start: (): void => queue(({ phase }) => phase === 'ready' || phase === 'failed'),
    /** Resumes a failed or paused file where it stopped. */
    resume: (id: string): void => queue(({ id: one, phase }) => one === id && (phase === 'failed' || phase === 'paused')),
    /** Pauses a file, unless it is too late to stop it. */
    pause,
    pauseAll: (): void => {
      for (const { id } of files()) pause(id);
    },
    resumeAll: (): void => queue(({ phase }) => phase === 'paused'),
    /** Removes a file from the list and its partial upload from the server, unless it is too late to stop it. */
    remove,
    cancelAll: (): void => {
      for (const { id } of files()) remove(id);
    },
    /** Aborts and drops all files without any callback. Choosing one of them again resumes its upload. */
    close: (): void => {
      current?.controller.abort();
      uploaded = [];
      change([]);
    },
    subscribe: store.subscribe,
  };
};
export type UploadQueue = ReturnType<typeof createUploadQueue>;

const isQueued = ({ phase }: QueuedFile): boolean => phase === 'queued';
