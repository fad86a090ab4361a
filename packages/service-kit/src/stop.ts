import { withTimeout } from './retry.ts';
import type { Logger } from './telemetry/logger.ts';

type Step = {
  name: string;
  /** `leftMs`: the time that remains for this step and all later ones. */
  stop: (leftMs: number) => Promise<unknown> | unknown;
};

/** Collects stop functions, and calls them in reverse order. */
export type Lifecycle = {
  onStop: (name: string, stop: Step['stop']) => void;
  isStopping: () => boolean;
  /** Never rejects. A step that fails or does not end in time is logged, and the next one runs. */
  stop: () => Promise<void>;
};

export const STOP_TIMEOUT_MS = 10_000;

export const createLifecycle = ({ logger, timeoutMs = STOP_TIMEOUT_MS }: { logger: Logger; timeoutMs?: number }): Lifecycle => {
  const steps: Step[] = [];
  let stopping: Promise<void> | undefined;

  const runSteps = async (): Promise<void> => {
    const deadline = Date.now() + timeoutMs;
    for (const step of steps.reverse()) {
      try {
        const leftMs = Math.max(deadline - Date.now(), 100);
        await withTimeout(Promise.resolve(step.stop(leftMs)), leftMs);
      } catch (err) {
        logger.error({ err, step: step.name }, 'A step did not stop cleanly');
      }
    }
  };

  return {
    isStopping: () => stopping !== undefined,
    onStop: (name, stop) => void steps.push({ name, stop }),
    stop: () => {
      stopping ??= runSteps();
      return stopping;
    },
  };
};
