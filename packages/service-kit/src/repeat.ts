import type { Logger } from './logger.ts';

type RepeatOptions = { name: string; everyMs: number; run: () => Promise<unknown>; logger: Logger };

export type Repeat = {
  /** Runs now, or right after the run under way. */
  kick: () => void;
  /** Resolves when the run under way has ended. */
  stop: () => Promise<void>;
};

/**
 * Runs a job now and then again and again, with the pause between the end of one run and the start of the next. A failed run is logged and
 * tried at the next turn. Every replica runs it, so the job itself must bear company.
 */
export const startRepeating = ({ name, everyMs, run, logger }: RepeatOptions): Repeat => {
  let isStopped = false;
  let isKicked = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    do {
      isKicked = false;
      await run().catch((err: unknown) => logger.error({ err, job: name }, 'job failed'));
    } while (isKicked && !isStopped);
  };

  const start = (): void => {
    if (isStopped) return;
    if (running) {
      isKicked = true;
      return;
    }
    clearTimeout(timer);
    running = work().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(start, everyMs);
    });
  };

  start();
  return {
    kick: start,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
