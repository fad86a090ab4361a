import type { Readable } from 'node:stream';
import { AppError } from '@stagereel/service-kit';

/** Milliseconds in which no byte may come, and in which all of it must have come. */
export type BodyTime = { idleMs: number; totalMs: number };

type Input = { body: Readable; time: BodyTime; giveUp: (error: AppError) => void };

/**
 * Gives up a body that stands still, except where its reader holds it back, or that crawls. A slow line is no fault, but whatever is on its
 * way takes a place. Returns how to stop that.
 */
export const limitBodyTime = ({ body, time: { idleMs, totalMs }, giveUp }: Input): (() => void) => {
  const end = (): void => giveUp(new AppError('RequestTimeout'));
  const total = setTimeout(end, totalMs);
  const idle = setTimeout(() => (body.isPaused() ? idle.refresh() : end()), idleMs);
  const onData = (): void => void idle.refresh();
  body.on('data', onData);
  return () => {
    clearTimeout(total);
    clearTimeout(idle);
    body.off('data', onData);
  };
};
