import { type SessionClaims, VIEWER_HEADER } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import './fastify-augmentation.ts';
import { AppError, isAppError } from './errors.ts';
import { GUARDS, type Guard } from './guard.ts';
import { callersWith, type InternalCaller } from './internal-callers.ts';
import type { AnyServer } from './server-types.ts';
import type { Sessions } from './session.ts';

type GuardOptions = { server: AnyServer; internalCallers: readonly InternalCaller[]; sessions?: Sessions };

const NEEDS_SESSIONS: readonly Guard[] = ['customer', 'admin', 'proven'];

export const registerGuards = ({ server, internalCallers, sessions }: GuardOptions): void => {
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
    if ((guard === 'internal') !== (route.config?.callers !== undefined)) {
      throw new Error(`The route ${name} must name its callers exactly if its guard is internal`);
    }
  });

  const admit = async (request: FastifyRequest, guard: Guard): Promise<void> => {
    if (!sessions) throw new AppError('Unauthorized');
    if (guard === 'proven') {
      request.provenEmails = await requireProof({ request, sessions });
      return;
    }
    // Set before a customer is refused, so that the log names who was.
    request.sessionClaims = await requireSession({ request, sessions });
    if (guard === 'admin' && !request.sessionClaims.isAdmin) throw new AppError('Forbidden');
  };
  // onRequest runs before the body is read, so an unauthorised upload is rejected by its headers alone.
  server.addHook('onRequest', (request, _reply, done) => {
    const guard = request.routeOptions.config.guard;
    if (guard === undefined || guard === 'public' || guard === 'signed') return done();
    if (guard === 'internal') return done(refusalOf({ request, internalCallers }));
    admit(request, guard).then(() => done(), done);
  });
};

/** Why a request of a service is refused. Only a wrong setting or an intruder causes one, so it is logged as a warning. */
const refusalOf = ({ request, internalCallers }: { request: FastifyRequest; internalCallers: readonly InternalCaller[] }) => {
  const { url: route, config } = request.routeOptions;
  const token = String(request.headers['x-internal-token'] ?? '');
  const names = callersWith({ token, callers: internalCallers });
  if (names.some((name) => config.callers?.includes(name))) return undefined;
  if (names.length === 0) {
    request.log.warn({ route }, 'Caller has no valid internal token');
    return new AppError('Unauthorized');
  }
  request.log.warn({ caller: names.join(), route }, 'Caller may not use this internal route');
  return new AppError('Forbidden');
};

type Caller = { request: FastifyRequest; sessions: Sessions };

const requireSession = async ({ request, sessions }: Caller): Promise<SessionClaims> => {
  const claims = await sessions.read(request);
  if (!claims) throw new AppError('Unauthorized');
  return claims;
};

/** A caller can have two proven addresses: a signed-in customer may have ordered with another one. */
const requireProof = async ({ request, sessions }: Caller): Promise<readonly string[]> => {
  const [proof, session] = await Promise.all([sessions.readProof(request), sessions.read(request)]);
  const emails = [proof?.email, session?.emailProven ? session.email : undefined].filter((email) => email !== undefined);
  if (emails.length === 0) throw new AppError('ProofRequired');
  return emails;
};

/** For an option of a public route that only admins may use. @throws AppError Unauthorized, Forbidden */
export const requireAdmin = async (caller: Caller): Promise<{ isAdmin: boolean }> => {
  const { isAdmin } = await requireSession(caller);
  if (!isAdmin) throw new AppError('Forbidden');
  return { isAdmin };
};

/**
 * The viewer of a public route that shows more to admins. While sessions cannot be read, everybody is treated as a visitor, except who asks for
 * an admin's view: the back office must not show a list without what is private.
 * @throws AppError Unauthorized, Forbidden
 */
export const readViewer = async (caller: Caller): Promise<{ isAdmin: boolean }> => {
  const { request, sessions } = caller;
  if (request.headers[VIEWER_HEADER] === 'admin') return requireAdmin(caller);
  try {
    return { isAdmin: (await sessions.read(request))?.isAdmin ?? false };
  } catch (err) {
    request.log.warn({ err }, 'Session could not be read');
    return { isAdmin: false };
  }
};

/** The addresses that the caller of a public route has proven; none while sessions cannot be read. */
export const readProvenEmails = async (caller: Caller): Promise<readonly string[]> => {
  try {
    return await requireProof(caller);
  } catch (err) {
    if (!isAppError(err) || err.status >= 500) caller.request.log.warn({ err }, 'Session could not be read');
    return [];
  }
};

/** The caller of a route guarded by `customer` or `admin`. */
export const sessionOf = (request: FastifyRequest): SessionClaims => {
  if (!request.sessionClaims) throw new AppError('Unauthorized');
  return request.sessionClaims;
};

/** The e-mail addresses that the caller of a route guarded by `proven` has verified, by code or by session; at least one. */
export const provenEmailsOf = (request: FastifyRequest): readonly string[] => {
  if (!request.provenEmails) throw new AppError('ProofRequired');
  return request.provenEmails;
};
