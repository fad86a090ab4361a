import {
  CHUNK_BYTES,
  chunkCount,
  type OpenUpload,
  type UploadedMedia,
  type UploadStatus,
  uploadedMediaSchema,
  uploadOpenedSchema,
  uploadStatusSchema,
} from '@stagereel/contracts';
import { z } from 'zod';
import type { Browser } from './http.ts';

/** A file to upload, whose chunks are read one at a time. */
export type NewFile = {
  name: string;
  /** Bytes. */
  size: number;
  contentType: string;
  category: 'cover-image' | 'sample' | 'finished';
  /** For a finished video: the order line it belongs to. */
  lineId?: string;
  chunk: (index: number) => Uint8Array;
};
/** A file whose whole content is in memory. */
export type NewMedia = Omit<NewFile, 'size' | 'chunk'> & { content: Uint8Array };
type Chunk = { uploadId: string; index: number; bytes: Uint8Array };

const POLL_MS = 200;
const completedSchema = z.union([uploadedMediaSchema, uploadStatusSchema]);

const openingOf = ({ name, size, contentType, category, lineId }: NewFile): OpenUpload => ({
  fileName: name,
  fileSize: size,
  contentType,
  mediaType: contentType.startsWith('video/') ? 'video' : 'image',
  totalChunks: chunkCount(size),
  category,
  ...(lineId !== undefined && { lineId }),
});

/** The form of one chunk, with the fields before the file. */
const chunkForm = ({ uploadId, index, bytes }: Chunk): FormData => {
  const form = new FormData();
  form.append('uploadId', uploadId);
  form.append('chunkIndex', String(index));
  form.append('chunk', new Blob([new Uint8Array(bytes)]), 'chunk');
  return form;
};

/** Uploads into one contest: each call by itself, and whole files. Each throws a ShopError unless the status is 2xx. */
export const uploadCalls = ({ call }: Browser, contestId: string) => {
  const base = `/api/contests/${contestId}/media`;
  const calls = {
    chunkPath: `${base}/chunked-upload`,
    chunkForm,
    open: (file: NewFile) => call({ method: 'POST', path: `${base}/chunked-init`, body: openingOf(file), schema: uploadOpenedSchema }),
    sendChunk: async (chunk: Chunk): Promise<void> => {
      await call({ method: 'POST', path: calls.chunkPath, form: chunkForm(chunk) });
    },
    status: (uploadId: string): Promise<UploadStatus> =>
      call({ path: `${base}/chunked-status?uploadId=${uploadId}`, schema: uploadStatusSchema }),
    /** Undefined while the file is still being checked. */
    complete: async (upload: { uploadId: string; sha256?: string }): Promise<UploadedMedia | undefined> => {
      const result = await call({ method: 'POST', path: `${base}/chunked-complete`, body: upload, schema: completedSchema });
      return 'state' in result ? undefined : result;
    },
    /** Uploads a whole file chunk by chunk, and resolves once it is in the library. */
    sendFile: async (file: NewFile): Promise<UploadedMedia> => {
      const { uploadId, totalChunks } = await calls.open(file);
      for (let index = 0; index < totalChunks; index += 1) await calls.sendChunk({ uploadId, index, bytes: file.chunk(index) });
      for (;;) {
        const media = await calls.complete({ uploadId });
        if (media) return media;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    /** The same for a file in memory. */
    sendMedia: ({ content, ...file }: NewMedia): Promise<UploadedMedia> => {
      const chunk = (index: number): Uint8Array => content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
      return calls.sendFile({ ...file, size: content.length, chunk });
    },
  };
  return calls;
};
export type UploadCalls = ReturnType<typeof uploadCalls>;
