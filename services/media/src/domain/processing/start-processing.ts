import { type Logger, type Repeat, startRepeating } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import { processNext } from './process-next.ts';

/**
 * Makes pictures and stills in the background, one after another: each takes a whole core, and uploads and downloads need the others.
 * A stop breaks off what is under way and gives it back; the next process finds it in the database with all else that waits.
 */
export const startProcessing = ({ deps, logger }: { deps: MediaDeps; logger: Logger }): Repeat => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const processAll = async (): Promise<void> => {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await processNext(deps, { signal });
  };
  // Looks for what others left or put off.
  const everyMs = deps.processingRetryMs / 2;
  const repeat = startRepeating({ name: 'processing', everyMs, run: processAll, logger });
  return {
    kick: repeat.kick,
    stop: async () => {
      stopping.abort(new Error('the service stops'));
      await repeat.stop();
    },
  };
};
