import { downloadPageParamsSchema, issueReceiptSchema, orderParamsSchema, receiptSchema, receiptStateSchema } from '@stagereel/contracts';
import { provenEmailsOf } from '@stagereel/service-kit';
import { issueReceipt } from '../domain/issue-receipt.ts';
import { showReceipts } from '../domain/show-receipts.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['receipts'];
const show = {
  tags,
  summary: 'What a receipt’s form starts from; looking issues nothing',
  response: { 200: receiptStateSchema, ...refusals },
};
const issue = {
  tags,
  summary: 'Issue a receipt, every one after the first as a reissue; the same key answers the same receipt',
  body: issueReceiptSchema,
  response: { 201: receiptSchema, ...refusals },
};

/** An order's receipts, for who has proven its address and for who has the address of its download page. */
export const receiptRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.get(
    '/api/orders/:orderNumber/receipt',
    { config: { guard: 'proven' }, schema: { ...show, params: orderParamsSchema } },
    async (request) => showReceipts(deps, { emails: provenEmailsOf(request), orderNumber: request.params.orderNumber }),
  );

  server.post(
    '/api/orders/:orderNumber/receipt',
    { config: { guard: 'proven' }, schema: { ...issue, params: orderParamsSchema } },
    async (request, reply) => {
      const access = { emails: provenEmailsOf(request), orderNumber: request.params.orderNumber };
      return reply.status(201).send(await issueReceipt(deps, { access, request: request.body }));
    },
  );

  server.get(
    '/api/download/:pageId/receipt',
    { config: { guard: 'public' }, schema: { ...show, params: downloadPageParamsSchema } },
    async (request) => showReceipts(deps, { pageId: request.params.pageId }),
  );

  server.post(
    '/api/download/:pageId/receipt',
    { config: { guard: 'public' }, schema: { ...issue, params: downloadPageParamsSchema } },
    async (request, reply) => {
      const access = { pageId: request.params.pageId };
      return reply.status(201).send(await issueReceipt(deps, { access, request: request.body }));
    },
  );
};
