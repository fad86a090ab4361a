import { registeredSchema, registerSchema, SESSION_COOKIE } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { registerCustomer } from '../domain/users/register-customer.ts';
import { type RouteDeps, refusals, visitorOf } from './route-deps.ts';

export const registrationRoutes = (server: Server, { deps, sessions, cookies }: RouteDeps): void => {
  server.post(
    '/api/register',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Make an account for the address this browser has proven, and sign in',
        tags: ['accounts'],
        body: registerSchema,
        response: { 201: registeredSchema, ...refusals(400, 401, 409) },
      },
    },
    async (request, reply) => {
      const [proof, replaces] = await Promise.all([sessions.readProof(request), sessions.read(request)]);
      const input = { ...request.body, provenEmail: proof?.email, visitor: visitorOf(request), replaces };
      const { user, session } = await registerCustomer(deps, input);
      cookies.set(reply, { name: SESSION_COOKIE, ...session });
      return reply.code(201).send({ user });
    },
  );
};
