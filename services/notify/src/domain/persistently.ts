import { setTimeout as pause } from 'node:timers/promises';

const PAUSES_MS = [100, 400, 1600];

/** Runs a write again for about two seconds while it fails; then its error stands. */
export const persistently = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await write();
    } catch {
      await pause(pauseMs);
    }
  }
  return write();
};
