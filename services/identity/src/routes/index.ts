import type { Server } from '@stagereel/service-kit';
import { adminSignInRoutes } from './admin-sign-in.ts';
import { emailCodeRoutes } from './email-codes.ts';
import { jwksRoutes } from './jwks.ts';
import { registrationRoutes } from './registrations.ts';
import type { RouteDeps } from './route-deps.ts';
import { sessionRoutes } from './sessions.ts';

/** All identity answers. */
export const identityRoutes = (server: Server, deps: RouteDeps): void => {
  for (const register of [emailCodeRoutes, adminSignInRoutes, registrationRoutes, sessionRoutes, jwksRoutes]) register(server, deps);
};
