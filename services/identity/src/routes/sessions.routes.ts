import { authCheckSchema, EMAIL_PROOF_COOKIE, noContentSchema, SESSION_COOKIE, sessionUserSchema } from '@stagereel/contracts';
import { type Server, sessionOf } from '@stagereel/service-kit';
import { closeSession } from '../domain/sessions/close-session.ts';
import { findCurrentUser, getCurrentUser } from '../domain/users/current-user.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['sessions'];

export const sessionRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/logout',
    {
      config: { guard: 'public' },
      schema: { summary: 'End the session everywhere; harmless without one', tags, response: { 204: noContentSchema } },
    },
    async (request, reply) => {
      // First the cookies: this browser is to forget them even when the session cannot be ended just now.
      cookies.clear(reply, SESSION_COOKIE, EMAIL_PROOF_COOKIE);
      const claims = await sessions.read(request);
      if (claims) await closeSession(deps, claims);
      return reply.code(204).send();
    },
  );

  server.get(
    '/api/auth/check',
    {
      config: { guard: 'public' },
      schema: { summary: 'Whether somebody is signed in, and who', tags, response: { 200: authCheckSchema } },
    },
    async (request) => {
      const user = await findCurrentUser(deps, await sessions.read(request));
      return { authenticated: user !== null, user };
    },
  );

  server.get(
    '/api/user',
    {
      config: { guard: 'customer' },
      schema: { summary: 'The signed-in person', tags, response: { 200: sessionUserSchema, ...refusals(401) } },
    },
    async (request) => getCurrentUser(deps, sessionOf(request)),
  );
};
