import {
  openedPersonalDataSchema,
  personalDataEmailSchema,
  personalDataErasedSchema,
  personalDataMessageSchema,
  personalDataTokenSchema,
  requestPersonalDataSchema,
} from '@stagereel/contracts';
import { actorOf, attachment, type Server } from '@stagereel/service-kit';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { erasePersonalData, erasePersonalDataAsAdmin } from '../domain/personal-data/erase-personal-data.ts';
import { exportPersonalData, exportPersonalDataAsAdmin, type PersonalDataFile } from '../domain/personal-data/export-personal-data.ts';
import { openPersonalDataRequest, requestPersonalData } from '../domain/personal-data/request-personal-data.ts';
import { texts } from '../texts.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

const tags = ['personal data'];
const URL = '/api/personal-data';

export const personalDataRoutes = (server: Server, routeDeps: RouteDeps): void => {
  ownerRoutes(server, routeDeps);
  adminRoutes(server, routeDeps);
};

const fileSchema = z.any().describe('application/json: a file with Japanese names, to be saved');

const sendFile = (reply: FastifyReply, { fileName, content }: PersonalDataFile): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', attachment({ fileName, fallback: 'personal-data.json' }))
    .header('cache-control', 'no-store')
    .send(content);

/** All with POST: mail scanners open links, and the token appears in no log of addresses. */
const ownerRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.post(
    `${URL}/requests`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Mail a link that shows or erases the data about an address; the response does not reveal whether there are any',
        tags,
        body: requestPersonalDataSchema,
        response: { 202: personalDataMessageSchema, ...errorResponses(400, 429) },
      },
    },
    async (request, reply) => {
      await requestPersonalData(deps, { ...request.body, visitor: visitorOf(request) });
      return reply.code(202).send({ message: texts.personalDataMailSent });
    },
  );

  server.post(
    `${URL}/open`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'What a mailed link is for; changes nothing',
        tags,
        body: personalDataTokenSchema,
        response: { 200: openedPersonalDataSchema, ...errorResponses(400, 410) },
      },
    },
    async (request) => openPersonalDataRequest(deps, request.body),
  );

  server.post(
    `${URL}/export`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'The file with all data about the address of a mailed link, once',
        tags,
        body: personalDataTokenSchema,
        response: { 200: fileSchema, ...errorResponses(400, 409, 410, 503) },
      },
    },
    async (request, reply) => sendFile(reply, await exportPersonalData(deps, request.body)),
  );

  server.post(
    `${URL}/erase`,
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Erase the data about the address of a mailed link, and its account, once; paid orders are kept',
        tags,
        body: personalDataTokenSchema,
        response: { 200: personalDataMessageSchema, ...errorResponses(400, 409, 410) },
      },
    },
    async (request) => {
      await erasePersonalData(deps, request.body);
      return { message: texts.personalDataErased };
    },
  );
};

const adminRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.post(
    '/api/admin/personal-data/export',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'The file with all data about an address; recorded in the audit log',
        tags,
        body: personalDataEmailSchema,
        response: { 200: fileSchema, ...errorResponses(400, 401, 403, 503) },
      },
    },
    async (request, reply) =>
      sendFile(reply, await exportPersonalDataAsAdmin(deps, { email: request.body.email, actor: actorOf(request) })),
  );

  server.post(
    '/api/admin/personal-data/erase',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Erase the data about an address, and its account; paid orders are kept; recorded in the audit log under the pseudonym',
        tags,
        body: personalDataEmailSchema,
        response: { 200: personalDataErasedSchema, ...errorResponses(400, 401, 403, 409) },
      },
    },
    async (request) => erasePersonalDataAsAdmin(deps, { email: request.body.email, actor: actorOf(request) }),
  );
};
