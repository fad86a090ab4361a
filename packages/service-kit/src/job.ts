import { AsyncResource } from 'node:async_hooks';
import type { Logger } from './telemetry/logger.ts';

export type JobOptions = {
  /** Appears in the log. */
  name: string;
  /** Pause between the end of one run and the start of the next, in ms. */
  everyMs: number;
  /** When the first run begins, in ms after the start; by default at once. For work that should not compete with the start of the service. */
  firstAfterMs?: number;
  /** A run that resolves with `true` has more work to do and is repeated at once. */
  run: () => Promise<unknown>;
  logger: Logger;
};

export type Job = {
  /** Runs now, or directly after the current run. */
  trigger: () => void;
  /** Resolves when the current run has ended. */
  stop: () => Promise<void>;
};

/**
 * Starts a background job: runs it now, or after `firstAfterMs`, then repeatedly. A failed run is logged and repeated after the pause. Every replica runs every job, so a
 * job must tolerate concurrent runs in other processes.
 */
export const startJob = ({ name, everyMs, firstAfterMs = 0, run, logger }: JobOptions): Job => {
  let isStopped = false;
  let isTriggered = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const runUntilDone = async (): Promise<void> => {
    do {
      isTriggered = false;
      try {
        if ((await run()) === true) isTriggered = true;
      } catch (err) {
        logger.error({ err, job: name }, 'Background job failed');
      }
    } while (isTriggered && !isStopped);
  };

  // Whoever triggers the job, its runs belong to no request, nor does the timer of the next one.
  const trigger = AsyncResource.bind((): void => {
    if (isStopped) return;
    if (running) {
      isTriggered = true;
      return;
    }
    clearTimeout(timer);
    running = runUntilDone().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(trigger, everyMs);
    });
  });

  if (firstAfterMs > 0) timer = setTimeout(trigger, firstAfterMs);
  else trigger();
  return {
    trigger,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
