import { coverChanged, personalDataEraseRequested } from '@stagereel/contracts';
import { type Consumer, defineConsumers, on } from '@stagereel/service-kit';
import { recordCover } from '../domain/contest/record-cover.ts';
import type { CatalogDeps } from '../domain/deps.ts';
import { eraseSaleNotices } from '../domain/sale/personal-data.ts';

type Options = { deps: CatalogDeps; retryDelaysMs: readonly number[] };

/** Every event that the catalog consumes. */
export const catalogConsumers = ({ deps, retryDelaysMs }: Options): Consumer[] =>
  defineConsumers({
    service: 'catalog',
    retryDelaysMs,
    queues: {
      covers: { handlers: [on(coverChanged, ({ data }) => recordCover(deps, data))] },
      erasures: { handlers: [on(personalDataEraseRequested, ({ data }) => eraseSaleNotices(deps, data))] },
    },
  });
