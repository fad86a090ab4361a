import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';

export type UploadKey = { contestId: string; uploadId: string };

/** @throws AppError UploadNotFound, also for one of another contest; what a refused one was refused with */
export const findUpload = async ({ uploads }: Pick<MediaDeps, 'uploads'>, { contestId, uploadId }: UploadKey): Promise<UploadRecord> => {
  const upload = await uploads.find({ id: uploadId, contestId });
  if (!upload) throw new AppError('UploadNotFound');
  if (upload.refusal) throw new AppError(upload.refusal);
  return upload;
};

/** The indices that are not among the stored ones. */
export const missingIndices = (totalChunks: number, stored: readonly { index: number }[]): number[] => {
  const there = new Set(stored.map(({ index }) => index));
  return Array.from({ length: totalChunks }, (_, index) => index).filter((index) => !there.has(index));
};
