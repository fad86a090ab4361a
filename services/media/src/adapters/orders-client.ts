import { videoNeedsSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Orders } from '../domain/ports.ts';

export const createOrders = (client: Pick<InternalClient, 'request'>): Orders => ({
  neededUntil: async (lineIds) => {
    const body = { lineIds };
    const { lines } = await client.request({ method: 'POST', path: '/internal/video-needs', body, answer: videoNeedsSchema });
    return new Map(lines.map(({ lineId, neededUntil }) => [lineId, neededUntil === null ? null : new Date(neededUntil)]));
  },
});
