import type { SendingStage } from './send-file.ts';
import type { PickedFile } from './upload-files.ts';

/** `ready`: chosen, not started; `queued`: waiting for other files; `done`: uploaded, while others are pending. */
export type UploadPhase = 'ready' | 'queued' | SendingStage | 'paused' | 'failed' | 'done';

export type QueuedFile = PickedFile & {
  id: string;
  phase: UploadPhase;
  sentBytes: number;
  /** The server's id of the upload, once known. */
  uploadId: string | null;
  /** The reason of the failure. */
  failure: string | null;
};

const RESTING: ReadonlySet<UploadPhase> = new Set(['ready', 'failed', 'done']);

/** Whether nothing happens until the user acts. */
export const isResting = ({ phase }: QueuedFile): boolean => RESTING.has(phase);

/** Whether it is being sent or queued. */
export const isActive = (file: QueuedFile): boolean => !isResting(file) && file.phase !== 'paused';

/** Whether it can be stopped. A file that is being checked is already complete on the server. */
export const isHaltable = ({ phase }: QueuedFile): boolean => phase !== 'checking' && phase !== 'done';

/** The sent percentage of a file, rounded down; 100 only when everything was sent. */
export const percentOf = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }): number =>
  totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);

export const filePercent = ({ file, sentBytes }: QueuedFile): number => percentOf({ sentBytes, totalBytes: file.size });

/** The announced progress: only quarters, because more announcements would disturb. */
export const announcedPercent = (percent: number): number => Math.floor(percent / 25) * 25;

/** `percent`: of all bytes; `left`: the number of unfinished files; `isHaltable`: some of them can be stopped. */
export type UploadSummary = { isBusy: boolean; isPaused: boolean; isHaltable: boolean; percent: number; left: number };

/** The summary of all files. */
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
