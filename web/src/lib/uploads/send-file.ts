import {
  CHUNK_BYTES,
  chunkBytes,
  chunkCount,
  type MediaType,
  type OpenUpload,
  type UploadedMedia,
  type UploadStatus,
} from '@stagereel/contracts';
import { randomUuid } from '../random-id.ts';
import { type Hash, hashWhile } from './hash-while.ts';
import { placeKeyOf, type RememberedUploads, type UploadPlace } from './remembered-uploads.ts';
import { type RetryTimer, retryRequest } from './retry.ts';
import type { UploadApi } from './upload-api.ts';
import { isClosed, isGone, isRefused, missingOf, UploadError, uploadMessages } from './upload-errors.ts';

/** How often an upload can start from the beginning after the server lost it, and how often the server can request sent chunks again. */
const MAX_ROUNDS = 3;
/** Poll interval in milliseconds while the server checks a large file. */
const CHECK_MS = 1_500;

/** `waiting`: a request failed and will be retried; `offline`: waiting for the network. */
export type SendingStage = 'preparing' | 'sending' | 'waiting' | 'offline' | 'checking';
/** `uploadId` is null until the server returned one. */
export type SendingProgress = { stage: SendingStage; sentBytes: number; uploadId: string | null };

export type SendDeps = {
  api: UploadApi;
  remembered: RememberedUploads;
  timer: RetryTimer;
  hash: Hash;
};

export type SendInput = {
  file: File;
  kind: MediaType;
  place: UploadPlace;
  /** Aborted to pause or cancel; sending the same file again resumes it. */
  signal: AbortSignal;
  onProgress: (progress: SendingProgress) => void;
};

type Session = { uploadId: string; missing: readonly number[]; media: UploadedMedia | null };

const isStatus = (answer: UploadedMedia | UploadStatus): answer is UploadStatus => 'state' in answer;

const everyChunk = (file: File): number[] => Array.from({ length: chunkCount(file.size) }, (_, index) => index);

/** Identifies a file when it is chosen again: by name, dates, and a hash of its beginning. */
const fingerprintOf = async ({ hash }: SendDeps, { file, signal }: SendInput): Promise<string> => {
  const beginning = await hash(file.slice(0, CHUNK_BYTES), signal);
  return [file.size, file.lastModified, beginning, file.name].join(' ');
};

/** With a request id, so that a lost response does not create a second upload. */
const openRequestOf = ({ file, kind, place }: SendInput): OpenUpload => ({
  requestId: randomUuid(),
  fileName: file.name,
  fileSize: file.size,
  contentType: file.type,
  mediaType: kind,
  totalChunks: chunkCount(file.size),
  category: place.category,
  ...(place.lineId !== undefined && { lineId: place.lineId }),
});

/** The upload of one file. */
const createSending = (deps: SendDeps, input: SendInput) => {
  const { api, remembered, timer } = deps;
  const { file, place, signal, onProgress } = input;
  let arrived = 0;
  let known: string | null = null;
  let stage: SendingStage = 'preparing';

  const report = (next: SendingStage, ofThisChunk = 0) => {
    stage = next;
    onProgress({ stage, sentBytes: Math.min(arrived + ofThisChunk, file.size), uploadId: known });
  };

  /** Retries a request and reports what it waits for. */
  const retried = <T>(attempt: () => Promise<T>): Promise<T> => {
    const current = stage;
    const onWait = (reason: 'offline' | 'retry') => report(reason === 'offline' ? 'offline' : 'waiting');
    return retryRequest(timer, { signal, onWait }, () => {
      if (stage !== current) report(current);
      return attempt();
    });
  };

  const readChunk = async (index: number): Promise<Blob> => {
    const start = index * CHUNK_BYTES;
    try {
      // Read the chunk first: a file that was moved or changed would otherwise look like a network error.
      return new Blob([await file.slice(start, start + CHUNK_BYTES).arrayBuffer()]);
    } catch (cause) {
      throw new UploadError(uploadMessages.unreadable, cause);
    }
  };

  const sendChunk = async (uploadId: string, chunkIndex: number): Promise<void> => {
    const chunk = await readChunk(chunkIndex);
    await retried(() => api.sendChunk({ uploadId, chunkIndex, chunk, signal, onSent: (bytes) => report('sending', bytes) }));
    arrived += chunk.size;
    report('sending');
  };

  const sendMissing = async ({ uploadId, missing }: Session): Promise<void> => {
    arrived = file.size - missing.reduce((sum, index) => sum + chunkBytes({ fileSize: file.size, index }), 0);
    report('sending');
    try {
      for (const index of missing) await sendChunk(uploadId, index);
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  };

  const completed = async (uploadId: string, sha256: string): Promise<UploadedMedia> => {
    for (;;) {
      const answer = await retried(() => api.complete({ uploadId, sha256 }, signal));
      if (!isStatus(answer)) return answer;
      if (answer.media) return answer.media;
      await timer.wait(CHECK_MS, signal);
    }
  };

  const begin = async (fingerprint: string): Promise<Session> => {
    const request = openRequestOf(input);
    const { uploadId } = await retried(() => api.open(request, signal));
    if (!uploadId) throw new UploadError(uploadMessages.noUploadId);
    const { name: fileName, size: fileSize } = file;
    remembered.add({ uploadId, place: placeKeyOf(place), fingerprint, fileName, fileSize });
    return { uploadId, missing: everyChunk(file), media: null };
  };

  const resume = async (uploadId: string): Promise<Session | null> => {
    try {
      const { missing, media } = await retried(() => api.status(uploadId, signal));
      return { uploadId, missing, media };
    } catch (error) {
      // The file may have been refused after its page was closed; then the next attempt starts from the beginning.
      if (isRefused(error)) remembered.forget(uploadId);
      if (!isGone(error)) throw error;
      return null;
    }
  };

  const finish = async (session: Session, sha256: Promise<string>): Promise<UploadedMedia> => {
    known = session.uploadId;
    if (session.media) {
      arrived = file.size;
      report('checking');
      return session.media;
    }
    let { missing } = session;
    for (let round = 1; ; round += 1) {
      await sendMissing({ ...session, missing });
      report('checking');
      try {
        return await completed(session.uploadId, await sha256);
      } catch (error) {
        const stillMissing = missingOf(error);
        if (stillMissing === null || round === MAX_ROUNDS) throw error;
        missing = stillMissing.length > 0 ? stillMissing : everyChunk(file);
      }
    }
  };

  return { begin, resume, finish, report };
};

/**
 * Uploads one file in chunks and resumes an earlier upload of the same file.
 * @throws {ApiError} what the server refused for good
 * @throws {NetworkError} when the network did not come back in time
 * @throws {UploadError} when the file cannot be read or what arrived is not what was sent
 * @throws the signal's reason when it is aborted
 */
export const sendFile = async (deps: SendDeps, input: SendInput): Promise<UploadedMedia> => {
  const { remembered } = deps;
  const { begin, resume, finish, report } = createSending(deps, input);
  report('preparing');
  const fingerprint = await fingerprintOf(deps, input);

  const send = async (sha256: Promise<string>): Promise<UploadedMedia> => {
    for (let round = 1; ; round += 1) {
      const known = remembered.find({ place: input.place, fingerprint });
      const session = (known && (await resume(known.uploadId))) ?? (await begin(fingerprint));
      try {
        const media = await finish(session, sha256);
        const isWhole = media.sha256 === (await sha256);
        // A complete upload accepts no more chunks, even when its content is wrong.
        remembered.forget(session.uploadId);
        if (!isWhole) throw new UploadError(uploadMessages.changed);
        return media;
      } catch (error) {
        if (isRefused(error)) remembered.forget(session.uploadId);
        if (!isGone(error) || round === MAX_ROUNDS) throw error;
      }
    }
  };
  return hashWhile(deps.hash, { ...input, work: send });
};
