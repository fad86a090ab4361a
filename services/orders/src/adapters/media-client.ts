import { errorBodySchema, finishedVideosSchema, ticketSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { VideoStore } from '../domain/video/stored-videos.ts';

const findDownloads =
  (client: InternalClient): VideoStore['findDownloads'] =>
  (wanted) =>
    client.request({ method: 'POST', path: '/internal/finished-videos', body: wanted, schema: finishedVideosSchema });

export const createVideoStore = (client: InternalClient): VideoStore => ({
  findFinished: async (ids) => (await findDownloads(client)({ ids, claimIds: [] })).videos,
  findDownloads: findDownloads(client),

  openTicket: async (request) => {
    const result = await client.requestRefusable({
      method: 'POST',
      path: '/internal/tickets',
      body: request,
      schema: ticketSchema,
      refusal: { status: 404, schema: errorBodySchema },
    });
    return 'refused' in result ? null : result.response;
  },
});
