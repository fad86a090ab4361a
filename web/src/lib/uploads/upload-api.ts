import type { CompleteUpload, OpenUpload, UploadedMedia, UploadStatus, uploadOpenedSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson, requestJson, requestNothing } from '../api-client.ts';
import { type ChunkRequest, sendChunk } from './send-chunk.ts';

/** A large file is read through before it is answered for. Milliseconds. */
const COMPLETE_TIMEOUT_MS = 120_000;

/** The calls by which a file of one contest reaches the server. */
export const createUploadApi = (contestId: string) => {
  const base = `/api/contests/${contestId}/media`;
  return {
    open: (json: OpenUpload, signal: AbortSignal) =>
      postJson<Partial<z.infer<typeof uploadOpenedSchema>>>(`${base}/chunked-init`, json, { signal }),
    status: (uploadId: string, signal: AbortSignal) =>
      requestJson<UploadStatus>(`${base}/chunked-status?uploadId=${encodeURIComponent(uploadId)}`, { signal }),
    sendChunk: (request: Omit<ChunkRequest, 'path'>) => sendChunk({ ...request, path: `${base}/chunked-upload` }),
    /** Answers what is in the library now, or the state of an upload that is still being read through. */
    complete: (json: CompleteUpload, signal: AbortSignal) =>
      postJson<UploadedMedia | UploadStatus>(`${base}/chunked-complete`, json, { signal, timeoutMs: COMPLETE_TIMEOUT_MS }),
    cancel: (uploadId: string) => requestNothing(`${base}/chunked-cancel`, { method: 'POST', json: { uploadId } }),
  };
};
export type UploadApi = ReturnType<typeof createUploadApi>;
