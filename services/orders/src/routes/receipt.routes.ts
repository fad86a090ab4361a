import { downloadPageParamsSchema, issueReceiptSchema, orderParamsSchema, receiptPageSchema, receiptSchema } from '@stagereel/contracts';
import { errorResponses, provenEmailsOf, readProvenEmails } from '@stagereel/service-kit';
import { issueReceipt, showReceipts } from '../domain/receipt/issue-receipt.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['receipts'];
const show = {
  tags,
  summary: 'Show the initial state of the receipt form without issuing a receipt',
  response: { 200: receiptPageSchema, ...errorResponses(404, 409) },
};
const issue = {
  tags,
  summary: 'Issue a receipt; every one after the first is a reissue, and the same key returns the same receipt',
  body: issueReceiptSchema,
  response: { 201: receiptSchema, ...errorResponses(404, 409) },
};

const unpaid = errorResponses(402);
const closed = errorResponses(410);

/** Receipts are available to the verified address of the order and, without names, to anyone who knows its download page. */
export const receiptRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/orders/:orderNumber/receipt',
    { config: { guard: 'proven' }, schema: { ...show, params: orderParamsSchema, response: { ...show.response, ...unpaid } } },
    async (request) => showReceipts(deps, { emails: provenEmailsOf(request), orderNumber: request.params.orderNumber }),
  );

  server.post(
    '/api/orders/:orderNumber/receipt',
    { config: { guard: 'proven' }, schema: { ...issue, params: orderParamsSchema, response: { ...issue.response, ...unpaid } } },
    async (request, reply) => {
      const access = { emails: provenEmailsOf(request), orderNumber: request.params.orderNumber };
      return reply.status(201).send(await issueReceipt(deps, { access, request: request.body }));
    },
  );

  server.get(
    '/api/download/:pageId/receipt',
    { config: { guard: 'public' }, schema: { ...show, params: downloadPageParamsSchema, response: { ...show.response, ...closed } } },
    async (request) => showReceipts(deps, { pageId: request.params.pageId, emails: await readProvenEmails({ request, sessions }) }),
  );

  server.post(
    '/api/download/:pageId/receipt',
    { config: { guard: 'public' }, schema: { ...issue, params: downloadPageParamsSchema, response: { ...issue.response, ...closed } } },
    async (request, reply) => {
      const access = { pageId: request.params.pageId, emails: await readProvenEmails({ request, sessions }) };
      return reply.status(201).send(await issueReceipt(deps, { access, request: request.body }));
    },
  );
};
