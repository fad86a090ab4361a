import { errorBodySchema, finishedVideosSchema, ticketSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Videos } from '../domain/ports.ts';

export const createVideos = (client: InternalClient): Videos => ({
  find: async (ids) => {
    const { videos } = await client.request({
      method: 'POST',
      path: '/internal/finished-videos',
      body: { ids },
      answer: finishedVideosSchema,
    });
    return videos;
  },

  openTicket: async (wanted) => {
    const reply = await client.ask({
      method: 'POST',
      path: '/internal/tickets',
      body: wanted,
      answer: ticketSchema,
      refusal: { status: 404, schema: errorBodySchema },
    });
    return 'refused' in reply ? null : reply.answer;
  },
});
