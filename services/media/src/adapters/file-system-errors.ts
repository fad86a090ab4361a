import { AppError } from '@stagereel/service-kit';

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

/** Undefined in place of what is not there. */
export const unlessMissing = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** A full disk in the caller's words. */
export const refusingWhenFull = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (cause) {
    if (hasCode(cause, 'ENOSPC', 'EDQUOT')) throw new AppError('StorageFull', { cause });
    throw cause;
  }
};
