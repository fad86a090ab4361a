import {
  adminLoginResponseSchema,
  adminLoginSchema,
  adminSignedInSchema,
  codeSentSchema,
  loginResponseSchema,
  loginSchema,
  PENDING_COOKIE,
  resendTwoFactorSchema,
  verifyTwoFactorSchema,
} from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { finishAdminSignIn, resendAdminCode, startAdminSignIn } from '../domain/sign-in/admin-sign-in.ts';
import { signInCustomer } from '../domain/sign-in/customer-sign-in.ts';
import { secondStepText, texts } from '../texts.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

export const signInRoutes = (server: Server, routeDeps: RouteDeps): void => {
  customerSignInRoutes(server, routeDeps);
  adminSignInRoutes(server, routeDeps);
};

const customerSignInRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/login',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Sign in and set the session cookie, or require the same request with a code from mail or an authenticator',
        tags: ['sessions'],
        body: loginSchema,
        response: { 200: loginResponseSchema, ...errorResponses(400, 401, 423, 429) },
      },
    },
    async (request, reply) => {
      const { email, password, twoFactorCode } = request.body;
      const visitor = visitorOf(request);
      const previousSession = await sessions.read(request);
      const outcome = await signInCustomer(deps, { email, password, twoFactorCode, visitor, previousSession });
      if ('methods' in outcome) {
        const { methods, resendAfterSeconds, pending } = outcome;
        if (pending) cookies.set(reply, { name: PENDING_COOKIE, ...pending });
        return { requiresTwoFactor: true, methods, resendAfterSeconds, user: null, redirectTo: null, message: secondStepText(methods) };
      }
      if (request.cookies[PENDING_COOKIE]) cookies.clear(reply, PENDING_COOKIE);
      cookies.setSignedIn(reply, outcome);
      const { user } = outcome;
      return { requiresTwoFactor: false, user, redirectTo: user.isAdmin ? '/admin' : '/', message: texts.signedIn };
    },
  );
};

const adminSignInRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  const tags = ['admin sign-in'];

  server.post(
    '/api/admin/login',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Step 1: verify the password; mails a code when there is no authenticator',
        tags,
        body: adminLoginSchema,
        response: { 200: adminLoginResponseSchema, ...errorResponses(400, 401, 423, 429) },
      },
    },
    async (request, reply) => {
      const { pending, methods } = await startAdminSignIn(deps, { ...request.body, visitor: visitorOf(request) });
      cookies.set(reply, { name: PENDING_COOKIE, ...pending });
      return { requiresTwoFactor: true, methods, message: secondStepText(methods) };
    },
  );

  server.post(
    '/api/admin/verify-2fa',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Step 2: verify the code from mail or the authenticator; sets the session cookie',
        tags,
        body: verifyTwoFactorSchema,
        response: { 200: adminSignedInSchema, ...errorResponses(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { user, ...signedIn } = await finishAdminSignIn(deps, {
        ...request.body,
        pendingToken: request.cookies[PENDING_COOKIE],
        visitor: visitorOf(request),
        previousSession: await sessions.read(request),
      });
      cookies.setSignedIn(reply, signedIn);
      cookies.clear(reply, PENDING_COOKIE);
      return { redirectTo: '/admin', message: texts.signedIn, user };
    },
  );

  server.post(
    '/api/admin/resend-2fa',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Mail a new code for step 2',
        tags,
        body: resendTwoFactorSchema,
        response: { 200: codeSentSchema, ...errorResponses(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const pendingToken = request.cookies[PENDING_COOKIE];
      const { pendingSeconds, ...issued } = await resendAdminCode(deps, { ...request.body, pendingToken, visitor: visitorOf(request) });
      if (pendingToken) cookies.set(reply, { name: PENDING_COOKIE, token: pendingToken, seconds: pendingSeconds });
      return { ...issued, message: texts.codeSent };
    },
  );
};
