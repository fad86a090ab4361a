import {
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

/** A file to upload, of which only one chunk at a time need be there. */
export type NewFile = {
  name: string;
  /** Bytes. */
  size: number;
  contentType: string;
  category: 'cover-image' | 'sample' | 'finished';
  /** Of a finished video: the line it was made for. */
  lineId?: string;
  chunk: (index: number) => Uint8Array;
};
type Chunk = { uploadId: string; index: number; bytes: Uint8Array };

const CHECK_MS = 200;
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

/** The form of one chunk, its fields first. */
const chunkForm = ({ uploadId, index, bytes }: Chunk): FormData => {
  const form = new FormData();
  form.append('uploadId', uploadId);
  form.append('chunkIndex', String(index));
  form.append('chunk', new Blob([new Uint8Array(bytes)]), 'chunk');
  return form;
};

/** The calls of uploads into one contest, one by one, and all of one file's. Each throws a ShopError for an answer outside 2xx. */
export const uploadCalls = ({ call }: Browser, contestId: string) => {
  const base = `/api/contests/${contestId}/media`;
  const calls = {
    chunkPath: `${base}/chunked-upload`,
    chunkForm,
    open: (file: NewFile) => call({ method: 'POST', path: `${base}/chunked-init`, body: openingOf(file), answer: uploadOpenedSchema }),
    sendChunk: async (chunk: Chunk): Promise<void> => {
      await call({ method: 'POST', path: calls.chunkPath, form: chunkForm(chunk) });
    },
    status: (uploadId: string): Promise<UploadStatus> =>
      call({ path: `${base}/chunked-status?uploadId=${uploadId}`, answer: uploadStatusSchema }),
    /** Undefined while the file is still being read through. */
    complete: async (upload: { uploadId: string; sha256?: string }): Promise<UploadedMedia | undefined> => {
      const answer = await call({ method: 'POST', path: `${base}/chunked-complete`, body: upload, answer: completedSchema });
      return 'state' in answer ? undefined : answer;
    },
    /** The whole upload of one file, chunk after chunk; answers once it is in the library. */
    sendFile: async (file: NewFile): Promise<UploadedMedia> => {
      const { uploadId, totalChunks } = await calls.open(file);
      for (let index = 0; index < totalChunks; index += 1) await calls.sendChunk({ uploadId, index, bytes: file.chunk(index) });
      for (;;) {
        const media = await calls.complete({ uploadId });
        if (media) return media;
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      }
    },
  };
  return calls;
};
export type UploadCalls = ReturnType<typeof uploadCalls>;
