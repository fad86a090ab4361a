import type { Server } from '@stagereel/service-kit';
import { adminSignInRoutes } from './admin-sign-in.routes.ts';
import { emailCodeRoutes } from './email-codes.routes.ts';
import { jwksRoutes } from './jwks.routes.ts';
import { registrationRoutes } from './registrations.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { sessionRoutes } from './sessions.routes.ts';

/** All identity answers. */
export const identityRoutes = (server: Server, deps: RouteDeps): void => {
  for (const register of [emailCodeRoutes, adminSignInRoutes, registrationRoutes, sessionRoutes, jwksRoutes]) register(server, deps);
};
