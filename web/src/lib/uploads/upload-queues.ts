import type { UploadedMedia } from '@stagereel/contracts';
import { onAdminDraftsForgotten } from '../admin-drafts.ts';
import { isSessionExpired } from '../api-error.ts';
import { announceSessionExpiry } from '../session-expiry.ts';
import { hashFile } from './hash-file.ts';
import { placeKeyOf, rememberedUploads, type UploadPlace } from './remembered-uploads.ts';
import { browserRetryTimer } from './retry.ts';
import { type SendInput, sendFile } from './send-file.ts';
import { createUploadApi } from './upload-api.ts';
import type { PickedFile } from './upload-files.ts';
import { createUploadQueue, type UploadQueue, type UploadQueueEvents } from './upload-queue.ts';
import { summarise } from './upload-state.ts';

/** One queue per destination for the page's lifetime: uploads continue while the admin looks at another tab. */
const queues = new Map<string, UploadQueue>();

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => {
  if ([...queues.values()].some((queue) => summarise(queue.list()).isBusy)) event.preventDefault();
};

/** Discards a started upload: the server deletes it, and choosing the file again starts from the beginning. */
export const discardUpload = async ({ place, uploadId }: { place: UploadPlace; uploadId: string }): Promise<void> => {
  rememberedUploads.forget(uploadId);
  await createUploadApi(place.contestId).cancel(uploadId);
};

type Sending = Pick<SendInput, 'signal' | 'onProgress'>;

/** Uploads one file to its destination; see sendFile. */
export const sendTo = (place: UploadPlace, { file, kind }: PickedFile, sending: Sending): Promise<UploadedMedia> => {
  const deps = { api: createUploadApi(place.contestId), remembered: rememberedUploads, timer: browserRetryTimer, hash: hashFile };
  return sendFile(deps, { file, kind, place, ...sending });
};

const createQueue = (place: UploadPlace, events: UploadQueueEvents): UploadQueue => {
  return createUploadQueue({
    ...events,
    onFailed: (error) => {
      events.onFailed(error);
      if (isSessionExpired(error)) announceSessionExpiry();
    },
    send: (picked, sending) => sendTo(place, picked, sending),
    discard: (uploadId) => discardUpload({ place, uploadId }),
  });
};

/** The queue of a destination, if one was created since the page was loaded. */
export const findUploadQueue = (place: UploadPlace): UploadQueue | undefined => queues.get(placeKeyOf(place));

/** Whether an upload to this destination is pending. */
export const isSendingTo = (place: UploadPlace): boolean => summarise(findUploadQueue(place)?.list() ?? []).isBusy;

/** The queue of a destination. Only the first caller's events are used. */
export const uploadQueueOf = (place: UploadPlace, events: UploadQueueEvents): UploadQueue => {
  const key = placeKeyOf(place);
  const known = queues.get(key);
  if (known) return known;
  // Adding the same listener again has no effect.
  window.addEventListener('beforeunload', warnBeforeLeaving);
  const queue = createQueue(place, events);
  queues.set(key, queue);
  return queue;
};

/** Aborts all uploads and drops their files; choosing a file again resumes its upload. */
const forgetQueues = (): void => {
  for (const queue of queues.values()) queue.close();
  queues.clear();
};

onAdminDraftsForgotten(forgetQueues);
