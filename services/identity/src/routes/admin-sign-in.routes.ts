import {
  adminLoginAnswerSchema,
  adminLoginSchema,
  adminSignedInSchema,
  codeSentSchema,
  resendTwoFactorSchema,
  verifyTwoFactorSchema,
} from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { finishAdminSignIn } from '../domain/sign-in/finish-admin-sign-in.ts';
import { resendAdminCode } from '../domain/sign-in/resend-admin-code.ts';
import { startAdminSignIn } from '../domain/sign-in/start-admin-sign-in.ts';
import { secondStepText, texts } from '../texts.ts';
import { PENDING_COOKIE } from './cookies.ts';
import { type RouteDeps, refusals, visitorOf } from './route-deps.ts';

const tags = ['admin sign-in'];
const AFTER_SIGN_IN = '/admin';

/** Password, then the authenticator's code or the mailed one, both in one browser. */
export const adminSignInRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/admin/login',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'First step: password; without an authenticator the code goes out by mail',
        tags,
        body: adminLoginSchema,
        response: { 200: adminLoginAnswerSchema, ...refusals(400, 401, 423, 429) },
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
        summary: 'Second step: the authenticator’s code or the mailed one; sets the session cookie',
        tags,
        body: verifyTwoFactorSchema,
        response: { 200: adminSignedInSchema, ...refusals(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { user, ...signedIn } = await finishAdminSignIn(deps, {
        ...request.body,
        pendingToken: request.cookies[PENDING_COOKIE],
        visitor: visitorOf(request),
        replaces: await sessions.read(request),
      });
      cookies.setSignedIn(reply, signedIn);
      cookies.clear(reply, PENDING_COOKIE);
      return { redirectTo: AFTER_SIGN_IN, message: texts.signedIn, user };
    },
  );

  server.post(
    '/api/admin/resend-2fa',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Mail a code for the second step, or a new one',
        tags,
        body: resendTwoFactorSchema,
        response: { 200: codeSentSchema, ...refusals(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const pendingToken = request.cookies[PENDING_COOKIE];
      const { pendingSeconds, ...issued } = await resendAdminCode(deps, { ...request.body, pendingToken, ip: request.ip });
      if (pendingToken) cookies.set(reply, { name: PENDING_COOKIE, token: pendingToken, seconds: pendingSeconds });
      return { ...issued, message: texts.codeSent };
    },
  );
};
