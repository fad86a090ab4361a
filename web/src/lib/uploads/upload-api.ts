import type { CompleteUpload, OpenUpload, UploadedMedia, UploadStatus, uploadOpenedSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson, requestJson, requestNothing } from '../api-client.ts';
import { ApiError, NetworkError } from '../api-error.ts';

/** Timeout in milliseconds without progress or a response. */
const STALLED_MS = 60_000;

type ChunkRequest = {
  path: string;
  uploadId: string;
  chunkIndex: number;
  chunk: Blob;
  signal: AbortSignal;
  /** The sent bytes of the chunk. */
  onSent: (bytes: number) => void;
};

const formOf = ({ uploadId, chunkIndex, chunk }: ChunkRequest): FormData => {
  const form = new FormData();
  // The fields precede the bytes, so that the server knows the upload when the bytes arrive.
  form.append('uploadId', uploadId);
  form.append('chunkIndex', String(chunkIndex));
  form.append('chunk', chunk, 'chunk');
  return form;
};

const answerOf = (request: XMLHttpRequest): ApiError =>
  new ApiError({
    status: request.status,
    statusText: request.statusText,
    body: request.responseText,
    retryAfter: request.getResponseHeader('retry-after'),
  });

/**
 * Sends one chunk with XMLHttpRequest, because `fetch` reports no upload progress. Only status 200 is a success.
 * @throws {ApiError} on any other answer
 * @throws {NetworkError} when no answer came, or nothing moved for a minute
 */
const sendChunk = (chunk: ChunkRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const { path, signal, onSent } = chunk;
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const give = () => {
      request.abort();
      fail(signal.reason);
    };
    const waitOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        request.abort();
        fail(new NetworkError('timeout', 'stalled'));
      }, STALLED_MS);
    };

    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener('abort', give, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      waitOn();
      onSent(Math.min(loaded, chunk.chunk.size));
    };
    request.onload = () => (request.status === 200 ? end(resolve) : fail(answerOf(request)));
    request.onerror = () => fail(new NetworkError(navigator.onLine ? 'unreachable' : 'offline', 'no answer'));
    waitOn();
    request.open('POST', path);
    request.withCredentials = true;
    request.send(formOf(chunk));
  });

/** Milliseconds. The server reads the whole file before it responds. */
const COMPLETE_TIMEOUT_MS = 120_000;

/** The requests of an upload for one contest. */
export const createUploadApi = (contestId: string) => {
  const base = `/api/contests/${contestId}/media`;
  return {
    open: (json: OpenUpload, signal: AbortSignal) =>
      postJson<Partial<z.infer<typeof uploadOpenedSchema>>>(`${base}/chunked-init`, json, { signal }),
    status: (uploadId: string, signal: AbortSignal) =>
      requestJson<UploadStatus>(`${base}/chunked-status?uploadId=${encodeURIComponent(uploadId)}`, { signal }),
    sendChunk: (request: Omit<ChunkRequest, 'path'>) => sendChunk({ ...request, path: `${base}/chunked-upload` }),
    /** Returns the new medium, or the state of an upload that the server is still checking. */
    complete: (json: CompleteUpload, signal: AbortSignal) =>
      postJson<UploadedMedia | UploadStatus>(`${base}/chunked-complete`, json, { signal, timeoutMs: COMPLETE_TIMEOUT_MS }),
    cancel: (uploadId: string) => requestNothing(`${base}/chunked-cancel`, { method: 'POST', json: { uploadId } }),
  };
};
export type UploadApi = ReturnType<typeof createUploadApi>;
