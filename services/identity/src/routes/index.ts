import type { Server } from '@stagereel/service-kit';
import { auditRoutes } from './audit.routes.ts';
import { codeRoutes } from './code.routes.ts';
import { deadLetterRoutes } from './dead-letter.routes.ts';
import { invitationRoutes } from './invitation.routes.ts';
import { passwordRoutes } from './password.routes.ts';
import { personalDataRoutes } from './personal-data.routes.ts';
import { registrationRoutes } from './registration.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { securityRoutes } from './security.routes.ts';
import { sessionRoutes } from './session.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';
import { userRoutes } from './user.routes.ts';
import { wantedAccountRoutes } from './wanted-account.routes.ts';

/** All routes of identity. */
export const registerRoutes = (server: Server, deps: RouteDeps): void => {
  const groups = [
    codeRoutes,
    signInRoutes,
    registrationRoutes,
    wantedAccountRoutes,
    passwordRoutes,
    sessionRoutes,
    twoFactorRoutes,
    userRoutes,
    personalDataRoutes,
    invitationRoutes,
    auditRoutes,
    securityRoutes,
    deadLetterRoutes,
  ];
  for (const register of groups) register(server, deps);
};
