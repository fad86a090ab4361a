import type { UploadedMedia } from '@stagereel/contracts';
import { randomId } from '../random-id.ts';
import type { SendingProgress } from './send-file.ts';
import { isClosed, uploadFailureText } from './upload-errors.ts';
import type { PickedFile } from './upload-files.ts';
import { isActive, isHaltable, isResting, type QueuedFile } from './upload-state.ts';

export type UploadOutcome = { uploaded: readonly UploadedMedia[]; failed: number };

export type UploadQueueEvents = {
  /** One more file has arrived. */
  onUploaded: (media: UploadedMedia) => void;
  onFailed: (error: unknown) => void;
  /** One that was given up had arrived nevertheless: its answer was lost on the way. */
  onKept: () => void;
  /** Nothing is under way or paused any more, and something has arrived or failed. */
  onSettled: (outcome: UploadOutcome) => void;
};

type Options = UploadQueueEvents & {
  send: (picked: PickedFile, options: { signal: AbortSignal; onProgress: (progress: SendingProgress) => void }) => Promise<UploadedMedia>;
  /** Frees what the server holds of a file that was given up; refused as closed where the server has all of it. */
  discard: (uploadId: string) => Promise<void>;
};

/**
 * Files that are chosen, sent one after another, and gone from the list once they have arrived. One at a time: they stand in the library
 * in the order in which they were chosen, and two would only halve each other's pace.
 */
export const createUploadQueue = ({ send, discard, onUploaded, onFailed, onKept, onSettled }: Options) => {
  const listeners = new Set<() => void>();
  let files: readonly QueuedFile[] = [];
  let uploaded: UploadedMedia[] = [];
  let current: { id: string; halting: AbortController } | null = null;

  const change = (next: readonly QueuedFile[]) => {
    files = next;
    for (const listener of listeners) listener();
  };
  const patch = (id: string, changes: Partial<QueuedFile>) =>
    change(files.map((file) => (file.id === id ? { ...file, ...changes } : file)));
  const find = (id: string): QueuedFile | undefined => files.find((file) => file.id === id);

  /** What has arrived leaves the list when nothing else is on its way. */
  const settleIfOver = () => {
    if (current || !files.every(isResting)) return;
    const outcome = { uploaded, failed: files.filter(({ phase }) => phase === 'failed').length };
    uploaded = [];
    change(files.filter(({ phase }) => phase !== 'done'));
    if (outcome.uploaded.length + outcome.failed > 0) onSettled(outcome);
  };

  const sendOne = async (file: QueuedFile): Promise<void> => {
    const halting = new AbortController();
    const { signal } = halting;
    current = { id: file.id, halting };
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
      // Whoever halted it has said already what it is now.
      if (signal.aborted) return;
      patch(file.id, { phase: 'failed', failure: uploadFailureText(error) });
      onFailed(error);
    } finally {
      current = null;
    }
  };

  const run = async (): Promise<void> => {
    if (current) return;
    for (let next = files.find(isQueued); next; next = files.find(isQueued)) await sendOne(next);
    settleIfOver();
  };

  const queue = (isMeant: (file: QueuedFile) => boolean) => {
    change(files.map((file) => (isMeant(file) ? { ...file, phase: 'queued', failure: null } : file)));
    void run();
  };

  const halt = (id: string) => {
    if (current?.id === id) current.halting.abort();
  };

  const pause = (id: string) => {
    const file = find(id);
    if (!file || !isActive(file) || !isHaltable(file)) return;
    patch(id, { phase: 'paused' });
    halt(id);
  };

  const remove = (id: string) => {
    const file = find(id);
    if (!file || !isHaltable(file)) return;
    change(files.filter((other) => other !== file));
    halt(id);
    if (file.uploadId !== null) void discard(file.uploadId).catch((error) => isClosed(error) && onKept());
    if (uploaded.length > 0) settleIfOver();
  };

  return {
    list: (): readonly QueuedFile[] => files,
    /** Answers them as they stand in the list. */
    add: (picked: readonly PickedFile[]): readonly QueuedFile[] => {
      const added = picked.map((one) => ({ ...one, id: randomId(), phase: 'ready' as const, sentBytes: 0, uploadId: null, failure: null }));
      change([...files, ...added]);
      return added;
    },
    /** Sends all that wait for it, those that failed before among them. */
    start: (): void => queue(({ phase }) => phase === 'ready' || phase === 'failed'),
    /** Sends one again that failed or was paused; it goes on where it stopped. */
    resume: (id: string): void => queue(({ id: one, phase }) => one === id && (phase === 'failed' || phase === 'paused')),
    /** Stops one where it is, if it can still be stopped. */
    pause,
    pauseAll: (): void => {
      for (const { id } of files) pause(id);
    },
    resumeAll: (): void => queue(({ phase }) => phase === 'paused'),
    /** Takes a file from the list, if it can still be stopped; what the server holds of it goes as well. */
    remove,
    cancelAll: (): void => {
      for (const { id } of files) remove(id);
    },
    /** Lets go of all files, whatever is done with them, and tells nobody what becomes of them. Choosing one of them again goes on with it. */
    close: (): void => {
      current?.halting.abort();
      uploaded = [];
      change([]);
    },
    /** Calls back after every change; returns how to stop that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
export type UploadQueue = ReturnType<typeof createUploadQueue>;

const isQueued = ({ phase }: QueuedFile): boolean => phase === 'queued';
