// Brings request.cookies and reply.setCookie to whoever imports the kit.
import '@fastify/cookie';
import type { SessionClaims } from '@stagereel/contracts';
import type { Guard } from './guard.ts';

// Declaration merging works on interfaces alone; everywhere else the project writes types.
declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard;
    /** Its handler reads the body as it comes, for longer than other requests may take. */
    isStreamed?: true;
  }
  interface FastifyRequest {
    /** Filled by the guards customer and admin. Read it by sessionOf. */
    sessionClaims: SessionClaims | null;
    /** Filled by the guard proven. Read it by provenEmailsOf. */
    provenEmails: readonly string[] | null;
  }
}
