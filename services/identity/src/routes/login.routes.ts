import { loginAnswerSchema, loginSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { signInCustomer } from '../domain/sign-in/customer-sign-in.ts';
import { texts } from '../texts.ts';
import { type RouteDeps, refusals, visitorOf } from './route-deps.ts';

/** Customers, and admins who come this way. */
export const loginRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/login',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Sign in; sets the session cookie, or mails a code and wants the same call again with it',
        tags: ['sessions'],
        body: loginSchema,
        response: { 200: loginAnswerSchema, ...refusals(400, 401, 423, 429) },
      },
    },
    async (request, reply) => {
      const { email, password, twoFactorCode } = request.body;
      const visitor = visitorOf(request);
      const signedIn = await signInCustomer(deps, { email, password, twoFactorCode, visitor, replaces: await sessions.read(request) });
      if (signedIn === 'second-step') return { requiresTwoFactor: true, user: null, redirectTo: null, message: texts.secondStep };
      cookies.setSignedIn(reply, signedIn);
      const { user } = signedIn;
      return { requiresTwoFactor: false, user, redirectTo: user.isAdmin ? '/admin' : '/', message: texts.signedIn };
    },
  );
};
