import {
  correctCustomerSchema,
  declineLineSchema,
  mailResentSchema,
  orderLifeSchema,
  orderLineParamsSchema,
  orderParamsSchema,
  resendMailSchema,
} from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { awaitMail } from '../domain/await-mail.ts';
import { correctCustomer } from '../domain/correct-customer.ts';
import { declineLine } from '../domain/decline-line.ts';
import { extendPage } from '../domain/extend-page.ts';
import { lifeBy, showOrderLife } from '../domain/order-life.ts';
import { reArmLine } from '../domain/re-arm-line.ts';
import { reopenOrder } from '../domain/reopen-order.ts';
import { resendMail } from '../domain/resend-mail.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['orders of the back office'];
const config = { guard: 'admin' } as const;
const life = { 200: orderLifeSchema, ...refusals };

/** All that happened to one order, and what an admin may do about it after the fact. */
export const orderDeskRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  const lifeOf = lifeBy(deps);

  server.get(
    '/api/orders/:orderNumber/life',
    { config, schema: { tags, summary: 'All that happened to an order', params: orderParamsSchema, response: life } },
    async (request) => showOrderLife(deps, request.params),
  );

  server.post(
    '/api/orders/:orderNumber/mails',
    {
      config,
      schema: {
        tags,
        summary: 'Send a mail once more, to the present address',
        params: orderParamsSchema,
        body: resendMailSchema,
        response: { 200: mailResentSchema, ...refusals },
      },
    },
    async (request) => {
      const cause = await resendMail(deps, { ...request.params, ...request.body, actor: actorOf(request) });
      return { customerEmailSent: await awaitMail(deps, cause) };
    },
  );

  server.patch(
    '/api/orders/:orderNumber/customer',
    {
      config,
      schema: {
        tags,
        summary: 'Give an order to the address it was meant for; its download page moves as well',
        params: orderParamsSchema,
        body: correctCustomerSchema,
        response: life,
      },
    },
    async (request) => lifeOf(await correctCustomer(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );

  server.post(
    '/api/orders/:orderNumber/extend',
    { config, schema: { tags, summary: 'Let the days of the download page begin anew', params: orderParamsSchema, response: life } },
    async (request) => lifeOf(await extendPage(deps, { ...request.params, actor: actorOf(request) })),
  );

  server.post(
    '/api/orders/:orderNumber/reopen',
    { config, schema: { tags, summary: 'Take up again what was completed undelivered', params: orderParamsSchema, response: life } },
    async (request) => lifeOf(await reopenOrder(deps, { ...request.params, actor: actorOf(request) })),
  );

  server.post(
    '/api/orders/:orderNumber/lines/:lineId/re-arm',
    { config, schema: { tags, summary: 'Let a video be downloaded once more', params: orderLineParamsSchema, response: life } },
    async (request) => {
      const { orderNumber, lineId: lineNumber } = request.params;
      return lifeOf(await reArmLine(deps, { orderNumber, lineNumber, actor: actorOf(request) }));
    },
  );

  server.post(
    '/api/orders/:orderNumber/lines/:lineId/decline',
    {
      config,
      schema: {
        tags,
        summary: 'Decline to produce a video and give its price back to the card',
        params: orderLineParamsSchema,
        body: declineLineSchema,
        response: life,
      },
    },
    async (request) => {
      const { orderNumber, lineId: lineNumber } = request.params;
      return lifeOf(await declineLine(deps, { orderNumber, lineNumber, ...request.body, actor: actorOf(request) }));
    },
  );
};
