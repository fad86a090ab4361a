import {
  authCheckSchema,
  EMAIL_PROOF_COOKIE,
  jwksSchema,
  noContentSchema,
  SESSION_COOKIE,
  type SessionClaims,
  sessionUserSchema,
} from '@stagereel/contracts';
import { actorOf, type Server, sessionOf } from '@stagereel/service-kit';
import { findCurrentUser, getCurrentUser } from '../domain/session/current-user.ts';
import { endAllSessions, signOut } from '../domain/session/end-sessions.ts';
import { errorResponses, type RouteDeps } from './route-deps.ts';

const tags = ['sessions'];

const startOf = ({ iat = 0 }: SessionClaims): string => new Date(iat * 1000).toISOString();

export const sessionRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/logout',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'End the session and the proof of this browser in all services; succeeds without them too',
        tags,
        response: { 204: noContentSchema },
      },
    },
    async (request, reply) => {
      // First, so that the browser loses the cookies even if ending the session fails.
      cookies.clear(reply, SESSION_COOKIE, EMAIL_PROOF_COOKIE);
      await signOut(deps, { session: await sessions.read(request), proof: await sessions.readProof(request) });
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/logout/all',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'End all sessions of the account in all services, on every device',
        tags,
        response: { 204: noContentSchema, ...errorResponses(401) },
      },
    },
    async (request, reply) => {
      await endAllSessions(deps, { claims: sessionOf(request), actor: actorOf(request) });
      await signOut(deps, { session: null, proof: await sessions.readProof(request) });
      cookies.clear(reply, SESSION_COOKIE, EMAIL_PROOF_COOKIE);
      return reply.code(204).send();
    },
  );

  server.get(
    '/api/auth/check',
    {
      config: { guard: 'public' },
      schema: { summary: 'Whether a user is signed in, and which', tags, response: { 200: authCheckSchema } },
    },
    async (request) => {
      const claims = await sessions.read(request);
      const user = await findCurrentUser(deps, claims);
      return { authenticated: user !== null, user, ...(user?.isAdmin && claims && { sessionStartedAt: startOf(claims) }) };
    },
  );

  server.get(
    '/api/user',
    {
      config: { guard: 'customer' },
      schema: { summary: 'The signed-in user', tags, response: { 200: sessionUserSchema, ...errorResponses(401) } },
    },
    async (request) => getCurrentUser(deps, sessionOf(request)),
  );

  server.get(
    '/internal/jwks',
    {
      config: { guard: 'internal', callers: ['catalog', 'orders', 'media'] },
      schema: {
        summary: 'The public keys with which services verify sessions and email proofs',
        tags: ['internal'],
        response: { 200: jwksSchema },
      },
    },
    async () => deps.tokens.jwks,
  );
};
