import type { UploadedMedia } from '@stagereel/contracts';
import { onAdminDraftsForgotten } from '../admin-drafts.ts';
import { isSessionExpired } from '../api-error.ts';
import { announceSessionExpiry } from '../session-expiry.ts';
import { hashFile } from './hash-file.ts';
import { placeName, rememberedUploads, type UploadPlace } from './remembered-uploads.ts';
import { browserPatience } from './retry.ts';
import { type SendInput, sendFile } from './send-file.ts';
import { createUploadApi } from './upload-api.ts';
import type { PickedFile } from './upload-files.ts';
import { createUploadQueue, type UploadQueue, type UploadQueueEvents } from './upload-queue.ts';
import { summarise } from './upload-state.ts';

/** One queue a place, for as long as the page lives: an upload goes on while its admin looks at another tab. */
const queues = new Map<string, UploadQueue>();

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => {
  if ([...queues.values()].some((queue) => summarise(queue.list()).isBusy)) event.preventDefault();
};

/** Gives up an upload that was begun: the server keeps nothing of it, and choosing its file again begins anew. */
export const discardUpload = async ({ place, uploadId }: { place: UploadPlace; uploadId: string }): Promise<void> => {
  rememberedUploads.forget(uploadId);
  await createUploadApi(place.contestId).cancel(uploadId);
};

type Sending = Pick<SendInput, 'signal' | 'onProgress'>;

/** Sends one file to its place; see sendFile. */
export const sendTo = (place: UploadPlace, { file, kind }: PickedFile, sending: Sending): Promise<UploadedMedia> => {
  const deps = { api: createUploadApi(place.contestId), remembered: rememberedUploads, patience: browserPatience, hash: hashFile };
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

/** The queue of a place where something was uploaded before, since the page was loaded. */
export const findUploadQueue = (place: UploadPlace): UploadQueue | undefined => queues.get(placeName(place));

/** Whether a file that was chosen for a place has neither arrived nor failed yet. */
export const isSendingTo = (place: UploadPlace): boolean => summarise(findUploadQueue(place)?.list() ?? []).isBusy;

/** The queue of a place. What happens in it is told to whoever asked for it first. */
export const uploadQueueOf = (place: UploadPlace, events: UploadQueueEvents): UploadQueue => {
  const name = placeName(place);
  const known = queues.get(name);
  if (known) return known;
  // The same listener is added only once.
  window.addEventListener('beforeunload', warnBeforeLeaving);
  const queue = createQueue(place, events);
  queues.set(name, queue);
  return queue;
};

/** Stops all where they are and lets go of their files; whoever chooses one of them again goes on with it. */
const forgetQueues = (): void => {
  for (const queue of queues.values()) queue.close();
  queues.clear();
};

onAdminDraftsForgotten(forgetQueues);
