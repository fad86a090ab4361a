import { createHash } from 'node:crypto';
import { CHUNK_BYTES, chunkCount, type UploadedMedia } from '@stagereel/contracts';
import { ApiError } from '../lib/api-error.ts';
import type { UploadApi } from '../lib/uploads/upload-api.ts';

export const apiError = (status: number, body: Record<string, unknown> = {}): ApiError =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code: 'X', message: 'x', ...body }), retryAfter: null });

export const sha256Of = async (content: Blob): Promise<string> =>
  createHash('sha256')
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest('hex');

/** A file whose chunks all differ. */
export const fileOf = ({
  name = '012.mp4',
  bytes = 10,
  type = 'video/mp4',
}: {
  name?: string;
  bytes?: number;
  type?: string;
} = {}): File => {
  const content = new Uint8Array(bytes);
  for (let start = 0; start < bytes; start += CHUNK_BYTES) content.fill(start / CHUNK_BYTES + 1, start, start + CHUNK_BYTES);
  return new File([content], name, { type, lastModified: 1_000 });
};

/** An in-memory fake of the upload API; `before` can throw the errors of a network or a server. */
export const createUploadServer = ({ before = () => undefined }: { before?: (call: string) => void } = {}) => {
  const uploads = new Map<string, { size: number; chunks: Map<number, Blob> }>();
  const calls: string[] = [];
  const called = (call: string) => {
    calls.push(call);
    before(call);
  };
  const find = (uploadId: string) => {
    const upload = uploads.get(uploadId);
    if (!upload) throw apiError(404);
    return upload;
  };
  const missingOf = ({ size, chunks }: { size: number; chunks: Map<number, Blob> }): number[] =>
    Array.from({ length: chunkCount(size) }, (_, index) => index).filter((index) => !chunks.has(index));

  const api: UploadApi = {
    open: async ({ fileSize }) => {
      called('open');
      const uploadId = `upload-${uploads.size + 1}`;
      uploads.set(uploadId, { size: fileSize, chunks: new Map() });
      return { uploadId };
    },
    status: async (uploadId) => {
      called(`status ${uploadId}`);
      const upload = find(uploadId);
      const facts = { fileName: '', fileSize: upload.size, totalChunks: chunkCount(upload.size), expiresAt: '' };
      return { ...facts, uploadId, state: 'open', missing: missingOf(upload), media: null };
    },
    sendChunk: async ({ uploadId, chunkIndex, chunk, signal, onSent }) => {
      called(`chunk ${chunkIndex}`);
      signal.throwIfAborted();
      find(uploadId).chunks.set(chunkIndex, chunk);
      onSent(chunk.size);
    },
    complete: async ({ uploadId }) => {
      called('complete');
      const upload = find(uploadId);
      const missing = missingOf(upload);
      if (missing.length > 0) throw apiError(409, { code: 'UploadIncomplete', missing });
      const parts = [...upload.chunks].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
      return { id: 'm1', sha256: await sha256Of(new Blob(parts)) } as UploadedMedia;
    },
    cancel: async (uploadId) => {
      called(`cancel ${uploadId}`);
      uploads.delete(uploadId);
    },
  };
  return { api, calls, uploads };
};
