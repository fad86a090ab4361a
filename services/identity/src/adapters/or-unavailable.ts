import { AppError } from '@stagereel/service-kit';

/** Without Redis nothing is counted, so nothing is allowed. */
export const orUnavailable = async <Value>(command: Promise<Value>): Promise<Value> => {
  try {
    return await command;
  } catch (cause) {
    throw new AppError('ServiceUnavailable', { cause });
  }
};
