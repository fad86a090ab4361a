import {
  noContentSchema,
  REGISTRATION_COOKIE,
  saveWantedAccountSchema,
  wantedAccountOrderSchema,
  wantedAccountSchema,
} from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import {
  bindWantedAccount,
  checkWantedPassword,
  discardWantedAccount,
  saveWantedAccount,
  signInToWantedAccount,
} from '../domain/registration/register-with-order.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

const tags = ['registration'];
const URL = '/api/wanted-account';

/** The account that a guest wants to have with an order. */
export const wantedAccountRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.put(
    URL,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Keep the chosen password of a guest with a proven address until the order is paid',
        tags,
        body: saveWantedAccountSchema,
        response: { 204: noContentSchema, ...errorResponses(400, 401, 409) },
      },
    },
    async (request, reply) => {
      const proof = await sessions.readProof(request);
      const form = { ...request.body, browserToken: request.cookies[REGISTRATION_COOKIE] };
      const browser = await saveWantedAccount(deps, { ...form, provenEmail: proof?.email });
      cookies.set(reply, { name: REGISTRATION_COOKIE, ...browser });
      return reply.code(204).send();
    },
  );

  server.post(
    `${URL}/check`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Whether the chosen password of a guest can be used; keeps nothing',
        tags,
        body: saveWantedAccountSchema,
        response: { 204: noContentSchema, ...errorResponses(400) },
      },
    },
    async (request, reply) => {
      checkWantedPassword(deps, request.body);
      return reply.code(204).send();
    },
  );

  server.put(
    `${URL}/order`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Name the order whose payment creates the account',
        tags,
        body: wantedAccountOrderSchema,
        response: { 204: noContentSchema, ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      await bindWantedAccount(deps, { ...request.body, browserToken: request.cookies[REGISTRATION_COOKIE] });
      return reply.code(204).send();
    },
  );

  server.delete(
    URL,
    {
      config: { guard: 'public' },
      schema: { summary: 'Discard the account that was wanted with the order', tags, response: { 204: noContentSchema } },
    },
    async (request, reply) => {
      await discardWantedAccount(deps, request.cookies[REGISTRATION_COOKIE]);
      return reply.code(204).send();
    },
  );

  server.post(
    `${URL}/sign-in`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Sign in to the account that the paid order created, once, in the browser that chose its password',
        tags,
        body: wantedAccountOrderSchema,
        response: { 200: wantedAccountSchema, ...errorResponses(400) },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, browserToken: request.cookies[REGISTRATION_COOKIE], visitor: visitorOf(request) };
      const outcome = await signInToWantedAccount(deps, { ...input, previousSession: await sessions.read(request) });
      if (outcome.account !== 'created') return { account: outcome.account };
      cookies.setSignedIn(reply, outcome.signedIn);
      return { account: outcome.account, user: outcome.signedIn.user };
    },
  );
};
