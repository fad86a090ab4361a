import type { Server } from '@stagereel/service-kit';
import { adminSignInRoutes } from './admin-sign-in.routes.ts';
import { auditRoutes } from './audit.routes.ts';
import { emailCodeRoutes } from './email-codes.routes.ts';
import { jwksRoutes } from './jwks.routes.ts';
import { loginRoutes } from './login.routes.ts';
import { passwordRoutes } from './passwords.routes.ts';
import { registrationRoutes } from './registrations.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { securityRoutes } from './security.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';
import { userRoutes } from './users.routes.ts';
import { verifyEmailRoutes } from './verify-email.routes.ts';

/** All identity answers. */
export const identityRoutes = (server: Server, deps: RouteDeps): void => {
  const groups = [
    emailCodeRoutes,
    loginRoutes,
    adminSignInRoutes,
    registrationRoutes,
    verifyEmailRoutes,
    passwordRoutes,
    sessionRoutes,
    twoFactorRoutes,
    userRoutes,
    auditRoutes,
    securityRoutes,
    jwksRoutes,
  ];
  for (const register of groups) register(server, deps);
};
