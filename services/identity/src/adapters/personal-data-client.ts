import { personalDataSectionsSchema } from '@stagereel/contracts';
import { type InternalClient, requireCostlyCall } from '@stagereel/service-kit';
import type { CollectFromServices } from '../domain/personal-data/personal-data-request.ts';

/** Reads from the services in the given order. Media is none of them: it knows no addresses. */
export const createPersonalDataCollector =
  (services: readonly InternalClient[]): CollectFromServices =>
  async (email) => {
    requireCostlyCall('export');
    const request = { path: `/internal/personal-data?${new URLSearchParams({ email })}`, schema: personalDataSectionsSchema };
    const parts = await Promise.all(services.map((service) => service.request(request)));
    return parts.flatMap(({ sections }) => sections);
  };
