import { type Consumer, consumerTable } from '@stagereel/service-kit';
import type { MediaDeps } from '../domain/ports.ts';
import { contestDeletedConsumer } from './contest-deleted.consumer.ts';
import { downloadEndedConsumer } from './download-ended.consumer.ts';

/** All media listens to. */
export const mediaConsumers = ({ deps, retryDelaysMs }: { deps: MediaDeps; retryDelaysMs: readonly number[] }): Consumer[] =>
  consumerTable({
    service: 'media',
    retryDelaysMs,
    queues: {
      contests: { handlers: [contestDeletedConsumer(deps)] },
      downloads: { handlers: [downloadEndedConsumer(deps)] },
    },
  });
