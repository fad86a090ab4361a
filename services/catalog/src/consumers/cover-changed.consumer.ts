import { coverChanged } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import { keepCover } from '../domain/keep-cover.ts';
import type { CatalogDeps } from '../domain/ports.ts';

export const coverChangedConsumer = (deps: Pick<CatalogDeps, 'contests'>): EventHandler =>
  on(coverChanged, ({ data }) => keepCover(deps, data));
