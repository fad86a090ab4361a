import { setTimeout as pause } from 'node:timers/promises';
import { ShopError } from '@stagereel/shop-client';

const AGAIN_AFTER_MS = 100;

/** Whether a call failed in a way that a client of a broken line, or of a service that restarts, tries again after. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof ShopError)) return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
  const { status, body } = error;
  return status >= 500 || body.code === 'ChunkInvalid' || body.code === 'UploadIncomplete';
};

/** Calls until it is answered. @throws what no repetition heals, and the signal's reason */
export const persist = async <Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await pause(AGAIN_AFTER_MS);
  }
};
