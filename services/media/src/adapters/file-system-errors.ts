import { AppError, hasCode } from '@stagereel/service-kit';

/** Converts the errors of a full disk. @throws AppError StorageFull */
export const withStorageFull = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (cause) {
    if (hasCode(cause, 'ENOSPC', 'EDQUOT')) throw new AppError('StorageFull', { cause });
    throw cause;
  }
};
