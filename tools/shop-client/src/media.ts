import {
  CHUNK_BYTES,
  chunkCount,
  type UploadedMedia,
  uploadedMediaSchema,
  uploadOpenedSchema,
  uploadStatusSchema,
} from '@stagereel/contracts';
import { z } from 'zod';
import type { Browser } from './http.ts';

export type NewMedia = {
  name: string;
  content: Uint8Array;
  contentType: string;
  category: 'cover-image' | 'sample' | 'finished';
  /** Of a finished video: the line it was made for. */
  lineId?: string;
};

const CHECK_MS = 200;
const completedSchema = z.union([uploadedMediaSchema, uploadStatusSchema]);

const chunkForm = ({ uploadId, index, content }: { uploadId: string; index: number; content: Uint8Array }): FormData => {
  const form = new FormData();
  form.append('uploadId', uploadId);
  form.append('chunkIndex', String(index));
  const start = index * CHUNK_BYTES;
  form.append('chunk', new Blob([content.slice(start, start + CHUNK_BYTES)]), 'chunk');
  return form;
};

/** The whole upload of one file, chunk after chunk. @throws ShopError */
export const sendMedia = async (
  { call }: Browser,
  { contestId, media }: { contestId: string; media: NewMedia },
): Promise<UploadedMedia> => {
  const { name, content, contentType, category, lineId } = media;
  const base = `/api/contests/${contestId}/media`;
  const { uploadId, totalChunks } = await call({
    method: 'POST',
    path: `${base}/chunked-init`,
    body: {
      fileName: name,
      fileSize: content.length,
      contentType,
      mediaType: contentType.startsWith('video/') ? 'video' : 'image',
      totalChunks: chunkCount(content.length),
      category,
      lineId,
    },
    answer: uploadOpenedSchema,
  });
  for (let index = 0; index < totalChunks; index += 1) {
    await call({ method: 'POST', path: `${base}/chunked-upload`, form: chunkForm({ uploadId, index, content }) });
  }
  for (;;) {
    const answer = await call({ method: 'POST', path: `${base}/chunked-complete`, body: { uploadId }, answer: completedSchema });
    if (!('state' in answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
};
