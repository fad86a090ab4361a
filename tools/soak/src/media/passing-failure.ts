import { setTimeout as pause } from 'node:timers/promises';
import { ShopError } from '@stagereel/shop-client';

const AGAIN_AFTER_MS = 100;

/** By name, not by class: fetch's errors may be those of another realm. Its TypeErrors name a cause, unlike those of a mistake. */
const isBrokenLine = (error: unknown): boolean => {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown };
  return name === 'TimeoutError' || (name === 'TypeError' && cause !== undefined);
};

/** Whether a call failed in a way that a client of a broken line, or of a service that restarts, tries again after. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof ShopError)) return isBrokenLine(error);
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
