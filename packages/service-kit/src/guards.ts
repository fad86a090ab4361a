import { timingSafeEqual } from 'node:crypto';
import type { SessionClaims } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import './fastify-augmentation.ts';
import { AppError } from './errors.ts';
import { GUARDS, type Guard } from './guard.ts';
import type { AnyServer } from './server-types.ts';
import type { Sessions } from './session.ts';

type GuardOptions = { server: AnyServer; internalToken: string; sessions?: Sessions };

const NEEDS_SESSIONS: readonly Guard[] = ['customer', 'admin', 'proven'];

export const registerGuards = ({ server, internalToken, sessions }: GuardOptions): void => {
  server.decorateRequest('sessionClaims', null);
  server.decorateRequest('provenEmails', null);

  server.addHook('onRoute', (route) => {
    const guard = route.config?.guard;
    const name = `${String(route.method)} ${route.url}`;
    if (!guard || !GUARDS.includes(guard)) throw new Error(`The route ${name} declares no guard`);
    if (!sessions && NEEDS_SESSIONS.includes(guard)) throw new Error(`The route ${name} needs sessions, which this service does not read`);
    if (route.url.startsWith('/internal/') !== (guard === 'internal')) {
      throw new Error(`The route ${name} must be under /internal/ exactly if its guard is internal`);
    }
  });

  // onRequest runs before the body is read: a stranger's upload is refused by its headers alone.
  server.addHook('onRequest', async (request) => {
    const guard = request.routeOptions.config.guard;
    if (guard === undefined || guard === 'public' || guard === 'signed') return;
    if (guard === 'internal') return assertInternal({ request, internalToken });
    if (!sessions) throw new AppError('Unauthorized');
    if (guard === 'proven') {
      request.provenEmails = await requireProof({ request, sessions });
      return;
    }
    request.sessionClaims = await requireSession({ request, sessions, adminOnly: guard === 'admin' });
  });
};

const assertInternal = ({ request, internalToken }: { request: FastifyRequest; internalToken: string }): void => {
  const given = Buffer.from(String(request.headers['x-internal-token'] ?? ''));
  const expected = Buffer.from(internalToken);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('NotFound');
};

type Ask = { request: FastifyRequest; sessions: Sessions };

const requireSession = async ({ request, sessions, adminOnly }: Ask & { adminOnly: boolean }): Promise<SessionClaims> => {
  const claims = await sessions.read(request);
  if (!claims) throw new AppError('Unauthorized');
  if (adminOnly && !claims.isAdmin) throw new AppError('Forbidden');
  return claims;
};

/** Both may be there, of two addresses: a signed-in customer who once ordered for another one. */
const requireProof = async ({ request, sessions }: Ask): Promise<readonly string[]> => {
  const proof = await sessions.readProof(request);
  const session = await sessions.read(request).catch((error: unknown) => {
    // A guest goes on ordering while no session can be looked up.
    if (proof) return null;
    throw error;
  });
  const emails = [proof?.email, session?.emailProven ? session.email : undefined].filter((email) => email !== undefined);
  if (emails.length === 0) throw new AppError('ProofRequired');
  return emails;
};

/** The caller of a route guarded by customer or admin. */
export const sessionOf = (request: FastifyRequest): SessionClaims => {
  if (!request.sessionClaims) throw new AppError('Unauthorized');
  return request.sessionClaims;
};

/** The addresses proven by the caller of a route guarded by proven, by a code or by the session; at least one. */
export const provenEmailsOf = (request: FastifyRequest): readonly string[] => {
  if (!request.provenEmails) throw new AppError('ProofRequired');
  return request.provenEmails;
};
