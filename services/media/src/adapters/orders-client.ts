import { type VideoNeeds, videoNeedsSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Orders } from '../domain/upload/upload.ts';

export const createOrdersClient = (client: InternalClient): Orders => {
  const fetchNeeds = async (lineIds: readonly string[]): Promise<VideoNeeds['lines']> => {
    const body = { lineIds };
    return (await client.request({ method: 'POST', path: '/internal/video-needs', body, schema: videoNeedsSchema })).lines;
  };

  return {
    neededUntil: async (lineIds) => {
      const lines = await fetchNeeds(lineIds);
      return new Map(lines.map(({ lineId, neededUntil }) => [lineId, neededUntil === null ? null : new Date(neededUntil)]));
    },

    findLine: async (lineId) => (await fetchNeeds([lineId])).find((found) => found.lineId === lineId),
  };
};
