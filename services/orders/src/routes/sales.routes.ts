import { japaneseDay, orderExportQuerySchema, salesQuerySchema, salesSummarySchema } from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { showSales } from '../domain/count-sales.ts';
import { exportOrders, orderColumns } from '../domain/export-orders.ts';
import { exportSales, salesColumns } from '../domain/export-sales.ts';
import { recordExport } from '../domain/record-export.ts';
import { texts } from '../texts.ts';
import { type RouteDeps, refusals } from './route-deps.ts';
import { sendCsv } from './send-csv.ts';

const tags = ['sales'];
const config = { guard: 'admin' } as const;

export const salesRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  const fileName = (name: string): string => `${name}_${japaneseDay(deps.now())}.csv`;

  server.get(
    '/api/orders/sales',
    {
      config,
      schema: {
        tags,
        summary: 'What was sold, by day of the payment and by contest; refunds apart',
        querystring: salesQuerySchema,
        response: { 200: salesSummarySchema, ...refusals },
      },
    },
    async (request) => showSales(deps, request.query),
  );

  server.get(
    '/api/orders/sales/export',
    {
      config,
      schema: {
        tags,
        summary: 'The same by day and contest as CSV',
        produces: ['text/csv'],
        querystring: salesQuerySchema,
        response: refusals,
      },
    },
    async (request, reply) => {
      await recordExport(deps, { table: 'sales', filter: request.query, actor: actorOf(request) });
      return sendCsv({
        reply,
        fileName: fileName(texts.salesFile),
        fallback: 'sales.csv',
        head: salesColumns,
        rows: exportSales(deps, request.query),
      });
    },
  );

  server.get(
    '/api/orders/export',
    {
      config,
      schema: {
        tags,
        summary: 'The lines of paid orders as CSV, by day of the order',
        produces: ['text/csv'],
        querystring: orderExportQuerySchema,
        response: refusals,
      },
    },
    async (request, reply) => {
      await recordExport(deps, { table: 'orders', filter: request.query, actor: actorOf(request) });
      return sendCsv({
        reply,
        fileName: fileName(texts.orderFile),
        fallback: 'orders.csv',
        head: orderColumns,
        rows: exportOrders(deps, request.query),
      });
    },
  );
};
