import { confirmTwoFactorSchema, twoFactorConfirmedSchema, twoFactorSetupSchema } from '@stagereel/contracts';
import { actorOf, type Server, sessionOf } from '@stagereel/service-kit';
import { confirmAuthenticatorSetup, startAuthenticatorSetup } from '../domain/two-factor/set-up-authenticator.ts';
import { texts } from '../texts.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

const tags = ['two-factor'];

export const twoFactorRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.post(
    '/api/setup-2fa',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Create the secret of a new authenticator; it can be confirmed in this session for 10 minutes',
        tags,
        response: { 200: twoFactorSetupSchema, ...errorResponses(401, 403) },
      },
    },
    async (request) => startAuthenticatorSetup(deps, { claims: sessionOf(request) }),
  );

  server.post(
    '/api/verify-2fa',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Confirm the new authenticator with its first code; a replacement needs a code of the current authenticator too',
        tags,
        body: confirmTwoFactorSchema,
        response: { 200: twoFactorConfirmedSchema, ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request) => {
      const by = { claims: sessionOf(request), actor: actorOf(request), visitor: visitorOf(request) };
      await confirmAuthenticatorSetup(deps, { ...request.body, ...by });
      return { verified: true as const, message: texts.authenticatorSet };
    },
  );
};
