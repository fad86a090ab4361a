import { type Logger, type Repeat, startRepeating } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import { processNext } from './process-next.ts';

/**
 * Makes pictures and stills in the background, one after another: each takes a whole core, and uploads and downloads need the others.
 * What is under way when it stops is ended; what waits is found in the database by the next process.
 */
export const startProcessing = ({ deps, logger }: { deps: MediaDeps; logger: Logger }): Repeat => {
  let isStopping = false;
  const processAll = async (): Promise<void> => {
    let isMore = true;
    while (isMore && !isStopping) isMore = await processNext(deps);
  };
  // Looks for what others left or put off.
  const everyMs = deps.processingRetryMs / 2;
  const repeat = startRepeating({ name: 'processing', everyMs, run: processAll, logger });
  return {
    kick: repeat.kick,
    stop: async () => {
      isStopping = true;
      await repeat.stop();
    },
  };
};
