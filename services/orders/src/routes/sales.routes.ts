import { japaneseDay, orderExportQuerySchema, salesQuerySchema, salesSummarySchema } from '@stagereel/contracts';
import { actorOf, exportResponse } from '@stagereel/service-kit';
import { exportOrders, orderColumns, recordExport } from '../domain/handling/export-orders.ts';
import { exportSales, salesColumns, showSales } from '../domain/sales/count-sales.ts';
import { texts } from '../texts.ts';
import type { RouteDeps } from './route-deps.ts';
import { sendCsv } from './send-csv.ts';

const tags = ['sales'];
const config = { guard: 'admin' } as const;

export const salesRoutes = ({ server, deps }: RouteDeps): void => {
  const fileName = (name: string): string => `${name}_${japaneseDay(deps.now())}.csv`;

  server.get(
    '/api/orders/sales',
    {
      config,
      schema: {
        tags,
        summary: 'Show the sales by day of payment and by contest, with refunds separately',
        querystring: salesQuerySchema,
        response: { 200: salesSummarySchema },
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
        summary: 'Export the sales by day and contest as CSV',
        querystring: salesQuerySchema,
        response: exportResponse('text/csv'),
      },
    },
    async (request, reply) => {
      await recordExport(deps, { table: 'sales', filter: request.query, actor: actorOf(request) });
      return sendCsv({
        reply,
        fileName: fileName(texts.salesFile),
        asciiName: 'sales.csv',
        columns: salesColumns,
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
        summary: 'Export the lines of paid orders as CSV, filtered by day of the order',
        querystring: orderExportQuerySchema,
        response: exportResponse('text/csv'),
      },
    },
    async (request, reply) => {
      await recordExport(deps, { table: 'orders', filter: request.query, actor: actorOf(request) });
      return sendCsv({
        reply,
        fileName: fileName(texts.orderFile),
        asciiName: 'orders.csv',
        columns: orderColumns,
        rows: exportOrders(deps, request.query),
      });
    },
  );
};
