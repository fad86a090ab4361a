import { AppError, hasCode } from '@stagereel/service-kit';

/** A full disk in the caller's words. */
export const refusingWhenFull = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (cause) {
    if (hasCode(cause, 'ENOSPC', 'EDQUOT')) throw new AppError('StorageFull', { cause });
    throw cause;
  }
};
