import { loginAnswerSchema, loginSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { signInCustomer } from '../domain/sign-in/customer-sign-in.ts';
import { secondStepText, texts } from '../texts.ts';
import { PENDING_COOKIE } from './cookies.ts';
import { type RouteDeps, refusals, visitorOf } from './route-deps.ts';

/** Customers, and admins who come this way. */
export const loginRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/login',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Sign in; sets the session cookie, or wants the same call again with a code: the mailed one or an authenticator’s',
        tags: ['sessions'],
        body: loginSchema,
        response: { 200: loginAnswerSchema, ...refusals(400, 401, 423, 429) },
      },
    },
    async (request, reply) => {
      const { email, password, twoFactorCode } = request.body;
      const visitor = visitorOf(request);
      const outcome = await signInCustomer(deps, { email, password, twoFactorCode, visitor, replaces: await sessions.read(request) });
      if ('methods' in outcome) {
        const { methods, pending } = outcome;
        if (pending) cookies.set(reply, { name: PENDING_COOKIE, ...pending });
        return { requiresTwoFactor: true, methods, user: null, redirectTo: null, message: secondStepText(methods) };
      }
      if (request.cookies[PENDING_COOKIE]) cookies.clear(reply, PENDING_COOKIE);
      cookies.setSignedIn(reply, outcome);
      const { user } = outcome;
      return { requiresTwoFactor: false, user, redirectTo: user.isAdmin ? '/admin' : '/', message: texts.signedIn };
    },
  );
};
