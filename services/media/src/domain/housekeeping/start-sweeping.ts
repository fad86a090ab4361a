import { type Logger, type Repeat, startRepeating } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import { sweepOrphansInTurn } from './orphans.ts';
import { sweep } from './sweep.ts';

/** Sweeps now and then again and again. A stop ends a scan of the storage early. */
export const startSweeping = ({ deps, everyMs, logger }: { deps: MediaDeps; everyMs: number; logger: Logger }): Pick<Repeat, 'stop'> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = () => sweep(deps, { isDryRun: false, orphans: sweepOrphansInTurn(deps, { signal }) });
  const repeat = startRepeating({ name: 'sweep', everyMs, run, logger });
  return {
    stop: async () => {
      stopping.abort();
      await repeat.stop();
    },
  };
};
