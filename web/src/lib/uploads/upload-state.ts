import type { SendingStage } from './send-file.ts';
import type { PickedFile } from './upload-files.ts';

/** `ready`: chosen and not yet sent; `queued`: another file is before it; `done`: it has arrived, and others have not yet. */
export type UploadPhase = 'ready' | 'queued' | SendingStage | 'paused' | 'failed' | 'done';

export type QueuedFile = PickedFile & {
  id: string;
  phase: UploadPhase;
  sentBytes: number;
  /** By which the server knows it, once it does. */
  uploadId: string | null;
  /** Why it did not arrive. */
  failure: string | null;
};

const RESTING: ReadonlySet<UploadPhase> = new Set(['ready', 'failed', 'done']);

/** Nothing more happens to it until somebody asks for it. */
export const isResting = ({ phase }: QueuedFile): boolean => RESTING.has(phase);

/** It is under way, or waits for its turn. */
export const isActive = (file: QueuedFile): boolean => !isResting(file) && file.phase !== 'paused';

/** What is being checked is as good as arrived: nothing is left to stop, and the server takes nothing back. */
export const isHaltable = ({ phase }: QueuedFile): boolean => phase !== 'checking' && phase !== 'done';

/** The percentage of a file that has left, whole; 100 only when all of it has. */
export const percentOf = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }): number =>
  totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);

export const filePercent = ({ file, sentBytes }: QueuedFile): number => percentOf({ sentBytes, totalBytes: file.size });

/** What is read aloud of a progress: every quarter, or nobody could listen to anything else. */
export const announcedPercent = (percent: number): number => Math.floor(percent / 25) * 25;

/** `percent` is that of all bytes in the list, `left` the number of files that are still to arrive; `isHaltable`: some of those can be stopped. */
export type UploadSummary = { isBusy: boolean; isPaused: boolean; isHaltable: boolean; percent: number; left: number };

/** All files together. */
export const summarise = (files: readonly QueuedFile[]): UploadSummary => {
  const sentBytes = files.reduce((sum, file) => sum + file.sentBytes, 0);
  const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const moving = files.filter((file) => !isResting(file));
  const left = moving.length;
  return {
    isBusy: left > 0,
    isPaused: left > 0 && !moving.some(isActive),
    isHaltable: moving.some(isHaltable),
    percent: percentOf({ sentBytes, totalBytes }),
    left,
  };
};
