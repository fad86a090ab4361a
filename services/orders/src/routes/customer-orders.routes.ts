import { customerLineListSchema, placedOrdersSchema, placeOrdersSchema } from '@stagereel/contracts';
import { AppError, provenEmailsOf, sessionOf } from '@stagereel/service-kit';
import { listCustomerOrders } from '../domain/list-orders.ts';
import { placeOrders } from '../domain/place-orders.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['orders of customers'];

export const customerOrdersRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/api/orders',
    {
      config: { guard: 'proven' },
      schema: {
        tags,
        summary: 'The stored line of each paid item: one record in, one line out; an array in, an array out',
        body: placeOrdersSchema,
        response: { 200: placedOrdersSchema, ...refusals },
      },
    },
    async (request) => {
      const emails = provenEmailsOf(request);
      if (Array.isArray(request.body)) return placeOrders(deps, { emails, records: request.body });
      const [line] = await placeOrders(deps, { emails, records: [request.body] });
      if (!line) throw new AppError('OrderNotFound');
      return line;
    },
  );

  server.get(
    '/api/user/orders',
    {
      config: { guard: 'customer' },
      schema: { tags, summary: 'The paid lines of the caller’s proven address', response: { 200: customerLineListSchema, ...refusals } },
    },
    async (request) => {
      const { email, emailProven } = sessionOf(request);
      return emailProven ? listCustomerOrders(deps, { email }) : [];
    },
  );
};
