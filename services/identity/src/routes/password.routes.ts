import {
  changePasswordSchema,
  codeSentSchema,
  passwordChangedResponseSchema,
  passwordChangeVerifiedSchema,
  resetPasswordSchema,
  sendPasswordResetCodeSchema,
  verifyPasswordChangeCodeSchema,
} from '@stagereel/contracts';
import { type Server, sessionOf } from '@stagereel/service-kit';
import { changePassword, sendChangeCode, verifyChangeCode } from '../domain/password/change-password.ts';
import { resetPassword, sendResetCode } from '../domain/password/reset-password.ts';
import { texts } from '../texts.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

const tags = ['passwords'];

export const passwordRoutes = (server: Server, routeDeps: RouteDeps): void => {
  changeRoutes(server, routeDeps);
  resetRoutes(server, routeDeps);
};

const changeRoutes = (server: Server, { deps, cookies }: RouteDeps): void => {
  server.post(
    '/api/send-password-change-code',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'Mail the code that allows a password change',
        tags,
        response: { 200: codeSentSchema, ...errorResponses(401, 429) },
      },
    },
    async (request) => {
      const issued = await sendChangeCode(deps, { claims: sessionOf(request), visitor: visitorOf(request) });
      return { ...issued, message: texts.codeSent };
    },
  );

  server.post(
    '/api/verify-password-change-code',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'Verify the mailed code; allows this session to change the password for 10 minutes',
        tags,
        body: verifyPasswordChangeCodeSchema,
        response: { 200: passwordChangeVerifiedSchema, ...errorResponses(400, 401, 429) },
      },
    },
    async (request) => {
      const { expiresAt } = await verifyChangeCode(deps, { ...request.body, claims: sessionOf(request), visitor: visitorOf(request) });
      return { verified: true as const, expiresAt: expiresAt.toISOString() };
    },
  );

  server.post(
    '/api/change-password',
    {
      config: { guard: 'customer' },
      schema: {
        summary: 'Change the password; ends all sessions of the account and sets a new session cookie',
        tags,
        body: changePasswordSchema,
        response: { 200: passwordChangedResponseSchema, ...errorResponses(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, claims: sessionOf(request), visitor: visitorOf(request) };
      cookies.setSignedIn(reply, await changePassword(deps, input));
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
        summary: 'Mail the code for a forgotten password; the response is the same for an address without an account',
        tags,
        body: sendPasswordResetCodeSchema,
        response: { 200: codeSentSchema, ...errorResponses(400, 429) },
      },
    },
    async (request) => {
      const issued = await sendResetCode(deps, { ...request.body, visitor: visitorOf(request) });
      return { ...issued, message: texts.codeSent };
    },
  );

  server.post(
    '/api/reset-password',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Set a new password with the mailed code; ends all sessions of the account and opens none',
        tags,
        body: resetPasswordSchema,
        response: { 200: passwordChangedResponseSchema, ...errorResponses(400, 429) },
      },
    },
    async (request) => {
      await resetPassword(deps, { ...request.body, visitor: visitorOf(request) });
      return { message: texts.passwordReset };
    },
  );
};
