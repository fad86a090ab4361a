import { emailLinkVerifiedSchema, verifyEmailByPasswordSchema, verifyEmailQuerySchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { finishByLink, finishByLinkAndPassword } from '../domain/registrations/finish-by-link.ts';
import { texts } from '../texts.ts';
import { REGISTRATION_COOKIE } from './cookies.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const url = '/api/verify-email';
const tags = ['registration'];

/** What the mailed link opens. Neither call opens a session: the page leads to the login. */
export const verifyEmailRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    url,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Make the account by the mailed link, in the browser that registered; harmless in any other',
        tags,
        querystring: verifyEmailQuerySchema,
        response: { 200: emailLinkVerifiedSchema, ...refusals(400, 403, 409, 410) },
      },
    },
    async (request) => {
      await finishByLink(deps, { token: request.query.token, browserToken: request.cookies[REGISTRATION_COOKIE] });
      return { message: texts.registered };
    },
  );

  server.post(
    url,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Make the account by the mailed link and the password chosen at registration, in any browser',
        tags,
        body: verifyEmailByPasswordSchema,
        response: { 200: emailLinkVerifiedSchema, ...refusals(400, 409, 410) },
      },
    },
    async (request) => {
      await finishByLinkAndPassword(deps, request.body);
      return { message: texts.registered };
    },
  );
};
