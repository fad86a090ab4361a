import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Backing } from '@stagereel/stack';
import type { Outcome } from './outcome.ts';
import { runJest } from './run-jest.ts';

export const DATA_SERVERS = ['mongodb', 'redis', 'rabbitmq'] as const;

export const dataServerUrls = ({ mongodb, redis, rabbitmq }: Backing) => ({
  MONGODB_URL: mongodb,
  REDIS_URL: redis,
  RABBITMQ_URL: rabbitmq,
});

/** A worker of journeys runs a browser, a shop and its data servers. */
const BYTES_PER_WORKER = 3 * 2 ** 30;
const MAX_WORKERS = Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_WORKER)));

type JourneysRun = Omit<Parameters<typeof runJest>[0], 'name' | 'workers' | 'env'> & { backing: Backing };

/**
 * Each worker has data servers of its own, because each file of journeys begins by emptying them. Servers that were given by the environment
 * exist once: then the files run one after another, and each starts what it needs.
 */
export const runJourneys = async ({ backing, ...run }: JourneysRun): Promise<Outcome> => {
  const first = dataServerUrls(backing);
  const isExternal = Object.keys(first).some((variable) => process.env[variable]);
  if (isExternal) return runJest({ ...run, name: 'journeys', workers: 1, env: {} });
  const { startBacking } = await import('@stagereel/stack');
  const { folder, files } = run;
  const workers = Math.min(MAX_WORKERS, files.length);
  const others = Array.from({ length: Math.max(0, workers - 1) }, (_, index) =>
    startBacking({ dir: join(folder, `backing-${index + 2}`), need: DATA_SERVERS, isTemporary: true }),
  );
  try {
    const servers = [first, ...(await Promise.all(others)).map(dataServerUrls)];
    return await runJest({ ...run, name: 'journeys', workers, env: { E2E_SERVERS: JSON.stringify(servers) } });
  } finally {
    for (const started of await Promise.allSettled(others)) if (started.status === 'fulfilled') await started.value.stop();
  }
};
