import {
  codeSentSchema,
  registeredSchema,
  registerSchema,
  registrationPendingSchema,
  sendRegistrationCodeSchema,
  verifyRegistrationCodeSchema,
} from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { finishByCode } from '../domain/registrations/finish-by-code.ts';
import { register } from '../domain/registrations/register.ts';
import { startByCode } from '../domain/registrations/start-by-code.ts';
import { texts } from '../texts.ts';
import { REGISTRATION_COOKIE } from './cookies.ts';
import { type RouteDeps, refusals, visitorOf } from './route-deps.ts';

const tags = ['registration'];

/** How somebody gets an account: by a code, by an address that is proven already, or else by a link. */
export const registrationRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/send-registration-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Keep a registration for this browser and mail its code; again for a new one',
        tags,
        body: sendRegistrationCodeSchema,
        response: { 200: codeSentSchema, ...refusals(400, 429) },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, browserToken: request.cookies[REGISTRATION_COOKIE], ip: request.ip };
      const { issued, browser } = await startByCode(deps, input);
      cookies.set(reply, { name: REGISTRATION_COOKIE, ...browser });
      return { ...issued, message: texts.codeSent };
    },
  );

  server.post(
    '/api/verify-registration-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Make the account by the mailed code, in the browser that asked for it, and sign in',
        tags,
        body: verifyRegistrationCodeSchema,
        response: { 201: registeredSchema, ...refusals(400, 409, 429) },
      },
    },
    async (request, reply) => {
      const browserToken = request.cookies[REGISTRATION_COOKIE];
      const replaces = await sessions.read(request);
      const signedIn = await finishByCode(deps, { ...request.body, browserToken, visitor: visitorOf(request), replaces });
      cookies.setSignedIn(reply, signedIn);
      return reply.code(201).send({ user: signedIn.user });
    },
  );

  server.post(
    '/api/register',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Make an account for the address this browser has proven, and sign in; for any other, mail a link',
        tags,
        body: registerSchema,
        response: { 201: registeredSchema, 202: registrationPendingSchema, ...refusals(400, 409, 429) },
      },
    },
    async (request, reply) => {
      const [proof, replaces] = await Promise.all([sessions.readProof(request), sessions.read(request)]);
      const browserToken = request.cookies[REGISTRATION_COOKIE];
      const { email, name, password } = request.body;
      const form = { email, name, password, browserToken };
      const outcome = await register(deps, { ...form, provenEmail: proof?.email, visitor: visitorOf(request), replaces });
      if ('browser' in outcome) {
        cookies.set(reply, { name: REGISTRATION_COOKIE, ...outcome.browser });
        return reply.code(202).send({ message: texts.registrationMailSent });
      }
      cookies.setSignedIn(reply, outcome.signedIn);
      return reply.code(201).send({ user: outcome.signedIn.user });
    },
  );
};
