import { confirmTwoFactorSchema, twoFactorConfirmedSchema, twoFactorSetupSchema } from '@stagereel/contracts';
import { actorOf, type Server, sessionOf } from '@stagereel/service-kit';
import { confirmTwoFactorSetup } from '../domain/two-factor/confirm-setup.ts';
import { startTwoFactorSetup } from '../domain/two-factor/start-setup.ts';
import { texts } from '../texts.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['two-factor'];

/** An admin's authenticator app: its secret, then its first code. */
export const twoFactorRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.post(
    '/api/setup-2fa',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Make a secret for an authenticator; it is pending in this session for 10 minutes',
        tags,
        response: { 200: twoFactorSetupSchema, ...refusals(401, 403) },
      },
    },
    async (request) => startTwoFactorSetup(deps, { claims: sessionOf(request) }),
  );

  server.post(
    '/api/verify-2fa',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Put the pending authenticator in force by its first code, and by the code of the present one where there is one',
        tags,
        body: confirmTwoFactorSchema,
        response: { 200: twoFactorConfirmedSchema, ...refusals(400, 401, 403, 429) },
      },
    },
    async (request) => {
      await confirmTwoFactorSetup(deps, { ...request.body, claims: sessionOf(request), actor: actorOf(request) });
      return { verified: true as const, message: texts.authenticatorSet };
    },
  );
};
