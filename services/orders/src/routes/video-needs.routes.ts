import { videoNeedsQuestionSchema, videoNeedsSchema } from '@stagereel/contracts';
import { findVideoNeeds } from '../domain/video-needs.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

/** What media asks before it lets finished videos go. */
export const videoNeedsRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/internal/video-needs',
    {
      config: { guard: 'internal' },
      schema: { hide: true, body: videoNeedsQuestionSchema, response: { 200: videoNeedsSchema, ...refusals } },
    },
    async (request) => ({ lines: await findVideoNeeds(deps, request.body.lineIds) }),
  );
};
