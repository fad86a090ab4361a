import {
  changePasswordSchema,
  codeSentSchema,
  passwordChangedAnswerSchema,
  passwordChangeVerifiedSchema,
  resetPasswordSchema,
  SESSION_COOKIE,
  sendPasswordResetCodeSchema,
  verifyPasswordChangeCodeSchema,
} from '@stagereel/contracts';
import { type Server, sessionOf } from '@stagereel/service-kit';
import { changePassword } from '../domain/passwords/change-password.ts';
import { resetPassword } from '../domain/passwords/reset-password.ts';
import { sendChangeCode } from '../domain/passwords/send-change-code.ts';
import { sendResetCode } from '../domain/passwords/send-reset-code.ts';
import { verifyChangeCode } from '../domain/passwords/verify-change-code.ts';
import { texts } from '../texts.ts';
import { type RouteDeps, refusals, visitorOf } from './route-deps.ts';

const tags = ['passwords'];

/** A new password: by the signed-in person, with a mailed code and the current password, or by a mailed code alone. */
export const passwordRoutes = (server: Server, deps: RouteDeps): void => {
  changeRoutes(server, deps);
  resetRoutes(server, deps);
};

const changeRoutes = (server: Server, { deps, cookies }: RouteDeps): void => {
  server.post(
    '/api/send-password-change-code',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'Mail the code that allows a change',
        tags,
        response: { 200: codeSentSchema, ...refusals(401, 429) },
      },
    },
    async (request) => ({ ...(await sendChangeCode(deps, { claims: sessionOf(request), ip: request.ip })), message: texts.codeSent }),
  );

  server.post(
    '/api/verify-password-change-code',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'Give the mailed code; this session may then change the password for 10 minutes',
        tags,
        body: verifyPasswordChangeCodeSchema,
        response: { 200: passwordChangeVerifiedSchema, ...refusals(400, 401, 429) },
      },
    },
    async (request) => {
      const { expiresAt } = await verifyChangeCode(deps, { claims: sessionOf(request), code: request.body.code });
      return { verified: true as const, expiresAt: expiresAt.toISOString() };
    },
  );

  server.post(
    '/api/change-password',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'Change the password; ends every session of the account and sets a new session cookie',
        tags,
        body: changePasswordSchema,
        response: { 200: passwordChangedAnswerSchema, ...refusals(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const session = await changePassword(deps, { ...request.body, claims: sessionOf(request) });
      cookies.set(reply, { name: SESSION_COOKIE, ...session });
      return { message: texts.passwordChanged };
    },
  );
};

const resetRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.post(
    '/api/send-password-reset-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Mail the code for a forgotten password; the answer is the same for an address without an account',
        tags,
        body: sendPasswordResetCodeSchema,
        response: { 200: codeSentSchema, ...refusals(400, 429) },
      },
    },
    async (request) => ({ ...(await sendResetCode(deps, { email: request.body.email, ip: request.ip })), message: texts.codeSent }),
  );

  server.post(
    '/api/reset-password',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Set a new password by the mailed code; ends every session of the account and opens none',
        tags,
        body: resetPasswordSchema,
        response: { 200: passwordChangedAnswerSchema, ...refusals(400, 429) },
      },
    },
    async (request) => {
      await resetPassword(deps, { ...request.body, visitor: visitorOf(request) });
      return { message: texts.passwordReset };
    },
  );
};
