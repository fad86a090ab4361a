// Adds the types of request.cookies and reply.setCookie for all services.
import '@fastify/cookie';
import type { SessionClaims } from '@stagereel/contracts';
import type { z } from 'zod';
import type { Guard } from './guard.ts';
import type { ServiceName } from './internal-callers.ts';

// Declaration merging requires interfaces; everywhere else the project uses types.
declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard;
    /** The services that may call the route; only with the guard `internal`. */
    callers?: readonly ServiceName[];
    /** The handler streams the body and has limits of its own for it. */
    isStreamed?: true;
    /** The route matches paths that do not exist, too. */
    isFallback?: true;
    /** The body in the API description, where the handler reads the body itself and no schema validates it. */
    publishedBody?: z.ZodType;
  }
  interface FastifyRequest {
    /** Set by the guards `customer` and `admin`. Read it with sessionOf. */
    sessionClaims: SessionClaims | null;
    /** Set by the guard `proven`. Read it with provenEmailsOf. */
    provenEmails: readonly string[] | null;
  }
  interface FastifyReply {
    /** Whether the log has the line of its request. */
    isLogged: boolean;
    /** Why the request was refused, for a warning in the log: by a limit, or because no browser sends such a request. */
    refusal: { code?: string; reason?: string } | null;
  }
}
