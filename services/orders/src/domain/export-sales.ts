import type { CsvCell } from '@stagereel/service-kit';
import { texts } from '../texts.ts';
import { countSales, type SalesDeps, type SalesFilter } from './count-sales.ts';

/** The columns of an export of sales. */
export const salesColumns = Object.values(texts.salesColumns);

/** One row a day and contest. */
export async function* exportSales(deps: SalesDeps, filter: SalesFilter): AsyncGenerator<CsvCell[]> {
  const { daily } = await countSales(deps, filter);
  for (const { day, contestName, videos, total, refunded } of daily) yield [day, contestName, videos, total, refunded, total - refunded];
}
