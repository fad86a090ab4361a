import { type VideoNeeds, videoNeedsSchema } from '@stagereel/contracts';
import { AppError, type InternalClient } from '@stagereel/service-kit';
import type { Orders } from '../domain/ports.ts';

export const createOrders = (client: Pick<InternalClient, 'request'>): Orders => {
  const ask = async (lineIds: readonly string[]): Promise<VideoNeeds['lines']> => {
    const body = { lineIds };
    return (await client.request({ method: 'POST', path: '/internal/video-needs', body, answer: videoNeedsSchema })).lines;
  };

  return {
    neededUntil: async (lineIds) => {
      const lines = await ask(lineIds);
      return new Map(lines.map(({ lineId, neededUntil }) => [lineId, neededUntil === null ? null : new Date(neededUntil)]));
    },

    findLine: async (lineId) => {
      const line = (await ask([lineId])).find((found) => found.lineId === lineId);
      if (!line) return undefined;
      const { contestId, takesVideo } = line;
      // An earlier version does not say; that is as if it gave no answer.
      if (contestId === undefined || takesVideo === undefined) throw new AppError('ServiceUnavailable');
      return { contestId, takesVideo };
    },
  };
};
