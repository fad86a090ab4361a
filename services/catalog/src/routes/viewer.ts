import { AppError, type Sessions } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../domain/contest/view-contests.ts';

type SessionInput = { request: FastifyRequest; sessions: Sessions };

/** The viewer of a public route that shows more to admins. While sessions cannot be read, everybody is treated as a visitor. */
export const readViewer = async ({ request, sessions }: SessionInput): Promise<Viewer> => {
  try {
    return { isAdmin: (await sessions.read(request))?.isAdmin ?? false };
  } catch (err) {
    request.log.warn({ err }, 'Session could not be read');
    return { isAdmin: false };
  }
};

/** For an option of a public route that only admins may use. @throws AppError Unauthorized, Forbidden */
export const requireAdmin = async ({ request, sessions }: SessionInput): Promise<Viewer> => {
  const claims = await sessions.read(request);
  if (!claims) throw new AppError('Unauthorized');
  if (!claims.isAdmin) throw new AppError('Forbidden');
  return { isAdmin: true };
};
