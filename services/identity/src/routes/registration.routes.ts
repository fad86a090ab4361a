import {
  codeSentSchema,
  EMAIL_PROOF_COOKIE,
  emailLinkVerifiedSchema,
  REGISTRATION_COOKIE,
  registeredSchema,
  registerSchema,
  registrationPendingSchema,
  sendRegistrationCodeSchema,
  verifyEmailByPasswordSchema,
  verifyEmailQuerySchema,
  verifyRegistrationCodeSchema,
} from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { register } from '../domain/registration/register.ts';
import { completeRegistrationByCode, startRegistrationByCode } from '../domain/registration/register-by-code.ts';
import { completeRegistrationByLink, completeRegistrationByLinkAndPassword } from '../domain/registration/register-by-link.ts';
import { texts } from '../texts.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

const tags = ['registration'];

export const registrationRoutes = (server: Server, routeDeps: RouteDeps): void => {
  registerByCodeRoutes(server, routeDeps);
  registerRoute(server, routeDeps);
  verifyLinkRoutes(server, routeDeps);
};

const registerByCodeRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/send-registration-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Store a registration for this browser and mail its code',
        tags,
        body: sendRegistrationCodeSchema,
        response: { 200: codeSentSchema, ...errorResponses(400, 429) },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, browserToken: request.cookies[REGISTRATION_COOKIE], visitor: visitorOf(request) };
      const { issued, browser } = await startRegistrationByCode(deps, input);
      cookies.set(reply, { name: REGISTRATION_COOKIE, ...browser });
      return { ...issued, message: texts.codeSent };
    },
  );

  server.post(
    '/api/verify-registration-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Create the account with the mailed code, in the browser that requested it, and sign in',
        tags,
        body: verifyRegistrationCodeSchema,
        response: { 201: registeredSchema, ...errorResponses(400, 409, 429) },
      },
    },
    async (request, reply) => {
      const browserToken = request.cookies[REGISTRATION_COOKIE];
      const previousSession = await sessions.read(request);
      const input = { ...request.body, browserToken, visitor: visitorOf(request), previousSession };
      const signedIn = await completeRegistrationByCode(deps, input);
      cookies.setSignedIn(reply, signedIn);
      return reply.code(201).send({ user: signedIn.user });
    },
  );
};

const registerRoute = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/register',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Create an account for the address that this browser has proven, and sign in; for another address, mail a link',
        tags,
        body: registerSchema,
        response: { 201: registeredSchema, 202: registrationPendingSchema, ...errorResponses(400, 409, 429) },
      },
    },
    async (request, reply) => {
      const [proof, previousSession] = await Promise.all([sessions.readProof(request), sessions.read(request)]);
      const browserToken = request.cookies[REGISTRATION_COOKIE];
      const { email, name, password } = request.body;
      const form = { email, name, password, browserToken };
      const outcome = await register(deps, { ...form, proof, visitor: visitorOf(request), previousSession });
      if ('browser' in outcome) {
        cookies.set(reply, { name: REGISTRATION_COOKIE, ...outcome.browser });
        return reply.code(202).send({ message: texts.registrationMailSent });
      }
      cookies.setSignedIn(reply, outcome.signedIn);
      cookies.clear(reply, EMAIL_PROOF_COOKIE);
      return reply.code(201).send({ user: outcome.signedIn.user });
    },
  );
};

/** The mailed link. It does not sign in: its page leads to the login. */
const verifyLinkRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    '/api/verify-email',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Create the account with the mailed link, in the browser that registered; changes nothing in any other',
        tags,
        querystring: verifyEmailQuerySchema,
        response: { 200: emailLinkVerifiedSchema, ...errorResponses(400, 403, 409, 410) },
      },
    },
    async (request) => {
      const browserToken = request.cookies[REGISTRATION_COOKIE];
      await completeRegistrationByLink(deps, { token: request.query.token, browserToken });
      return { message: texts.registered };
    },
  );

  server.post(
    '/api/verify-email',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Create the account with the mailed link and the password chosen at registration, in any browser',
        tags,
        body: verifyEmailByPasswordSchema,
        response: { 200: emailLinkVerifiedSchema, ...errorResponses(400, 409, 410) },
      },
    },
    async (request) => {
      await completeRegistrationByLinkAndPassword(deps, request.body);
      return { message: texts.registered };
    },
  );
};
