import { CHUNK_BYTES, type UploadedMedia } from '@stagereel/contracts';
import type { Browser } from './http.ts';
import { type NewFile, uploadCalls } from './uploads.ts';

export type NewMedia = Omit<NewFile, 'size' | 'chunk'> & { content: Uint8Array };

/** The whole upload of a file that is at hand. @throws ShopError */
export const sendMedia = (
  browser: Browser,
  { contestId, media: { content, ...file } }: { contestId: string; media: NewMedia },
): Promise<UploadedMedia> => {
  const chunk = (index: number): Uint8Array => content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
  return uploadCalls(browser, contestId).sendFile({ ...file, size: content.length, chunk });
};
