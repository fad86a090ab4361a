import {
  acceptInvitationSchema,
  adminInvitationListSchema,
  adminInvitationSchema,
  idParamsSchema,
  invitationAcceptedSchema,
  inviteAdminSchema,
  noContentSchema,
  openedInvitationSchema,
  openInvitationSchema,
} from '@stagereel/contracts';
import { actorOf, type Server, sessionOf } from '@stagereel/service-kit';
import { acceptInvitation, openInvitation } from '../domain/invitation/accept-invitation.ts';
import { inviteAdmin, listInvitations, resendInvitation, withdrawInvitation } from '../domain/invitation/invite-admin.ts';
import { texts } from '../texts.ts';
import { errorResponses, type RouteDeps } from './route-deps.ts';

const tags = ['admin invitations'];
const URL = '/api/admin/invitations';

export const invitationRoutes = (server: Server, routeDeps: RouteDeps): void => {
  inviterRoutes(server, routeDeps);
  invitedRoutes(server, routeDeps);
};

const inviterRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    URL,
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'The open invitations, newest first',
        tags,
        response: { 200: adminInvitationListSchema, ...errorResponses(401, 403) },
      },
    },
    async () => listInvitations(deps),
  );

  server.post(
    URL,
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Invite an address to become an admin by a mailed link; needs a recent sign-in',
        tags,
        body: inviteAdminSchema,
        response: { 200: adminInvitationSchema, ...errorResponses(400, 401, 403, 409, 429) },
      },
    },
    async (request) => inviteAdmin(deps, { ...request.body, claims: sessionOf(request), actor: actorOf(request) }),
  );

  server.post(
    `${URL}/:id/resend`,
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Mail a new link; the earlier one becomes invalid',
        tags,
        params: idParamsSchema,
        response: { 200: adminInvitationSchema, ...errorResponses(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request) => resendInvitation(deps, { id: request.params.id, actor: actorOf(request) }),
  );

  server.delete(
    `${URL}/:id`,
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Withdraw an invitation; its link becomes invalid',
        tags,
        params: idParamsSchema,
        response: { 204: noContentSchema, ...errorResponses(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      await withdrawInvitation(deps, { id: request.params.id, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};

/** The token of the mailed link is in the body, so that it appears in no log of addresses. */
const invitedRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.post(
    `${URL}/open`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Who invited which address; changes nothing',
        tags,
        body: openInvitationSchema,
        response: { 200: openedInvitationSchema, ...errorResponses(400, 410) },
      },
    },
    async (request) => openInvitation(deps, request.body),
  );

  server.post(
    `${URL}/accept`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Create the admin account with an own password, once; opens no session',
        tags,
        body: acceptInvitationSchema,
        response: { 200: invitationAcceptedSchema, ...errorResponses(400, 410) },
      },
    },
    async (request) => ({ ...(await acceptInvitation(deps, { ...request.body, ip: request.ip })), message: texts.invitationAccepted }),
  );
};
