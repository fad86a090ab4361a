import type { Logger } from './logger.ts';

type Step = {
  name: string;
  /** `leftMs`: what this part and all that end after it have together. */
  stop: (leftMs: number) => Promise<unknown> | unknown;
};

/** Collects what must be ended, and ends it in reverse order of its start. */
export type Lifecycle = {
  onStop: (name: string, stop: Step['stop']) => void;
  /** Never rejects: a part that does not end in time is logged and left behind. */
  stop: () => Promise<void>;
};

const STOP_WITHIN_MS = 10_000;

export const createLifecycle = ({ logger, withinMs = STOP_WITHIN_MS }: { logger: Logger; withinMs?: number }): Lifecycle => {
  const steps: Step[] = [];
  let stopping: Promise<void> | undefined;

  const runSteps = async (): Promise<void> => {
    const deadline = Date.now() + withinMs;
    for (const step of steps.reverse()) {
      try {
        await endWithin({ step, ms: Math.max(deadline - Date.now(), 100) });
      } catch (err) {
        logger.error({ err, step: step.name }, 'a part did not stop cleanly');
      }
    }
  };

  return {
    onStop: (name, stop) => void steps.push({ name, stop }),
    stop: () => {
      stopping ??= runSteps();
      return stopping;
    },
  };
};

const endWithin = async ({ step, ms }: { step: Step; ms: number }): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${step.name} did not stop within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([step.stop(ms), late]);
  } finally {
    clearTimeout(timer);
  }
};
