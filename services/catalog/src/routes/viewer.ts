import { AppError, type Sessions } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../domain/find-visible-contest.ts';

type Ask = { request: FastifyRequest; sessions: Sessions };

/** Who looks at a public route that shows admins more. The shop stays open while sessions cannot be read: the caller then counts as a stranger. */
export const viewerOf = async ({ request, sessions }: Ask): Promise<Viewer> => {
  try {
    return { isAdmin: (await sessions.read(request))?.isAdmin ?? false };
  } catch (err) {
    request.log.warn({ err }, 'session not read');
    return { isAdmin: false };
  }
};

/** For what only an admin may ask of a public route. @throws AppError Unauthorized, Forbidden */
export const requireAdmin = async ({ request, sessions }: Ask): Promise<Viewer> => {
  const claims = await sessions.read(request);
  if (!claims) throw new AppError('Unauthorized');
  if (!claims.isAdmin) throw new AppError('Forbidden');
  return { isAdmin: true };
};
