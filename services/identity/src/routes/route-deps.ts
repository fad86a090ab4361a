import { DEVICE_COOKIE, errorBodySchema } from '@stagereel/contracts';
import type { Sessions } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import type { IdentityDeps } from '../domain/deps.ts';
import type { Visitor } from '../domain/sign-in/visitor.ts';
import type { IdentityCookies } from './cookies.ts';

export type RouteDeps = { deps: IdentityDeps; sessions: Sessions; cookies: IdentityCookies };

export const visitorOf = (request: FastifyRequest): Visitor => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: request.cookies[DEVICE_COOKIE],
});

/** The response schemas of these error statuses. */
export const errorResponses = <Status extends number>(...statuses: Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorBodySchema])) as { [Key in Status]: typeof errorBodySchema };
