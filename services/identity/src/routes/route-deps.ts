import { DEVICE_COOKIE } from '@stagereel/contracts';
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

export { errorResponses } from '@stagereel/service-kit';
