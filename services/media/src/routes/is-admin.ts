import type { Sessions } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';

/** Where anybody may call. Somebody whose session cannot be looked up sees what anybody sees. */
export const isAdmin = async ({ sessions, request }: { sessions: Sessions; request: FastifyRequest }): Promise<boolean> => {
  const session = await sessions.read(request).catch(() => null);
  return session?.isAdmin ?? false;
};
