import { type Consumer, consumerTable } from '@stagereel/service-kit';
import type { CatalogDeps } from '../domain/ports.ts';
import { coverChangedConsumer } from './cover-changed.consumer.ts';

type Deps = Pick<CatalogDeps, 'contests'>;

/** All the catalog listens to. */
export const catalogConsumers = ({ deps, retryDelaysMs }: { deps: Deps; retryDelaysMs: readonly number[] }): Consumer[] =>
  consumerTable({ service: 'catalog', retryDelaysMs, queues: { covers: { handlers: [coverChangedConsumer(deps)] } } });
